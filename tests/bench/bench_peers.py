"""The kit's CPU versions beside NumPy, Numba, JAX and PyTorch, side by side: `make bench` calls this.

    .venv/bin/python tests/bench/bench_peers.py [rounds]     default: 5

In each round every side does the same work in a process of its own, one after the other, so that a
machine whose speed drifts does not decide. A ratio is a library's time over ours, the median of the
rounds: above 1 the kit is faster. The libraries run as in peers/, with its inputs and checks, but
with fewer samples; torch_compile is left out, because it compiles for minutes. Not a test: the
figures depend on the machine, and are only worth something on a quiet one."""

import csv
import glob
import math
import os
import runpy
import statistics
import subprocess
import sys
import tempfile

NETWORKS = "lab06_network"
WORK = {  # of each lab: the rows that count, and what makes ours
    "lab01": (lambda row: row["size"] in ("1048576", "16777216"), [["lab01", "--sizes", "1048576,16777216"]]),
    "lab04": (lambda row: row["size"] == "16777216", [["lab04", "--sizes", "16777216"]]),
    "lab06": (lambda row: row["dtype"] == "float32" and row["batch"] == "1" and row["layer"] != "0", [["lab06"]]),
    NETWORKS: (
        lambda row: row["batch"] == "1"
        and row["layer_type"] == "all"
        and (row["network"], row["size"]) in FORWARD,
        [[NETWORKS, "--image", "224,512,1024"], [NETWORKS, "--network", "resnet50"]],
    ),
}
FORWARD = [("resnet18", "224"), ("resnet18", "512"), ("resnet18", "1024"), ("resnet50", "224")]
PEERS = {"numpy": "numpy", "numba": "numba", "jax": "jax", "jax_jit": "jax", "torch": "torch"}


def counted(lab, rows):
    """What `lab` counts of these rows: cell -> ms."""
    cells = {}
    for row in rows:
        if row["median_ms"] and row["method"] == "wall" and WORK[lab][0](row):  # a GPU's rows are "sync"
            layer = row.get("layer") and f"layer {row['layer']}"
            cells[layer or f"{row.get('network') or 'n ='} {row['size']}"] = float(row["median_ms"])
    return cells


def ours(lab):
    rows = []
    for program in WORK[lab][1]:
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            command = [f"./{program[0]}", *program[1:], "--only", "cpu_openmp", "--csv", file.name]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
            rows += csv.DictReader(line for line in open(file.name) if line[0] != "#")
    return counted(lab, rows)


def theirs(peer, lab):
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--peer", peer, lab]
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PEERS_OUT": folder})
        if done.returncode not in (0, 3):  # 3: it has nothing of this lab
            sys.exit(f"{peer}, {lab} failed:\n{done.stdout}{done.stderr}")
        rows = [line for path in glob.glob(f"{folder}/*.csv") for line in open(path) if line[0] != "#"]
    return counted(lab, csv.DictReader(rows))


def run_peer(peer, lab):
    """As peers/ measures, but only what counts, with fewer samples, into a folder of its own."""
    sys.path.insert(0, "peers")
    import kit
    import work

    def wanted(of):
        own = of.columns.split(",")

        def cases(library):
            for case in of_cases(library):
                row = dict(zip(own, case.own), dtype=case.dtype, size=str(case.size))
                if WORK[lab][0]({name: str(cell) for name, cell in row.items()}):
                    yield case

        of_cases = of.cases
        return cases

    kit.MIN_S, kit.MAX_S = 0.15, 1.5
    for of in work.LABS[lab]:
        of.cases, of.parts = wanted(of), 0
    if lab == "lab06":
        work.LABS[lab] = work.LABS[lab][:1]
    sys.argv = [f"peers/with_{PEERS[peer]}.py", peer, lab]
    runpy.run_path(sys.argv[0], run_name="__main__")


def table(lab, peers, rounds):
    taken = {side: [] for side in ("ours", *peers)}
    for _ in range(rounds):
        taken["ours"].append(ours(lab))
        for peer in peers:
            taken[peer].append(theirs(peer, lab))
    peers = [peer for peer in peers if taken[peer][0]]
    print(f"\n{lab:18s}{'ours, ms':>12s}", *(f"{peer:>10s}" for peer in peers))
    logs = []
    for cell in taken["ours"][0]:
        times = statistics.median(round[cell] for round in taken["ours"])
        ratios = [
            statistics.median(theirs[cell] / own[cell] for own, theirs in zip(taken["ours"], taken[peer]))
            for peer in peers
        ]
        logs.append([math.log(ratio) for ratio in (*ratios, min(ratios, default=1))])
        print(f"{cell:18s}{times:12.4g}", *(f"{ratio:10.2f}" for ratio in ratios))
    if len(logs) > 4:
        means = [math.exp(statistics.mean(column)) for column in zip(*logs)]
        print(f"{'geometric mean':30s}", *(f"{mean:10.2f}" for mean in means[:-1]))
        print(f"to the fastest of each row: {means[-1]:.2f}; to the best library: {min(means[:-1]):.2f}")
    sys.stdout.flush()


def main():
    if sys.argv[1:2] == ["--peer"]:
        return run_peer(*sys.argv[2:])
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    have = lambda library: not subprocess.run([sys.executable, "-c", f"import {library}"],
                                              capture_output=True).returncode
    peers = [peer for peer, library in PEERS.items() if have(library)]
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    os.environ.setdefault("GOMP_SPINCOUNT", "30000")  # as the labs have it: who waits soon yields the core
    print(f"a library's time over ours, medians of {rounds} rounds: above 1 the kit is faster; "
          f"load {os.getloadavg()[0]:.2f}")
    for lab in WORK:
        table(lab, peers, rounds)
    print(f"\nload {os.getloadavg()[0]:.2f}")


main()
