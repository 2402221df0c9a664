"""What the scripts of this folder share: the inputs, the check, the stopwatch, the rows of the CSV.

A script describes its library (class Library) and calls run(). A cell is one version at one shape. In
each: make the inputs, compute once and check the result (a wrong one gets no time; what a library
compiles for a shape, it compiles here), warm up, then time at least 10 samples and 0.3 s, at most 2 s,
and check the last result that was timed. A call that takes more than 2 s needs no warming up and is
timed once. A cell that would take more than 60 s is skipped by name."""

import datetime
import math
import os
import platform
import re
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np

SAMPLES, MIN_S, MAX_S, CELL_S = 10, 0.3, 2.0, 60
MIN_PERCENTILES = 10  # fewer samples have a range
COMMON = (
    "lab,device,version,method,dtype,size,m,n,k,samples,median_ms,p05_ms,p95_ms,gflops,gbs,"
    "pct_ceiling,verdict,doubt,bound_ms"
)
MORE = "library,backend"  # the last columns of every row here: "JAX 0.10.2", "cpu"
# what a row is of; a row that is there is not measured again
KEYS = "lab device version dtype size m n k layer batch network".split()


class Skip(Exception):
    """Why a cell is not measured; or, raised by a whole script, why its library is not."""


class Late(Skip):
    """It did not end in its time, so what is as large is not tried."""


@dataclass
class Library:
    """What kit.py asks of a library. The work is made ready once for each shape: add(a, b) gets
    arrays on the library's device and returns a function without arguments, which is timed."""

    version: str  # of the CSV: numpy, jax_jit, ...
    name: str  # "NumPy 2.4.6"
    device: str = "cpu"  # or the GPU's name
    backend: str = "cpu"  # cpu, gpu or tpu
    put: Callable = lambda x: x  # a NumPy array, onto the device
    wait: Callable = lambda result: None  # until the result has been computed
    fetch: Callable = lambda result: np.asarray(result)  # back to NumPy
    add: Any = None  # add(a, b): a + b. None: the library has no such work
    multiply: Any = None  # multiply(a, b): a @ b
    pi: Any = None  # pi(n): how many of n random points are hits
    forward: Any = None  # forward(network, image, batch): a pass; its check is its own
    no_float16: str = ""  # why it does not multiply float16; "": it does


# ---- inputs -----------------------------------------------------------------------------------------


def mix(x):
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def uniform(count, seed, stream):
    """float32 in [-1, 1): 25 bits of each random_bits of common/engine/random.c."""
    step = np.uint64(0x9E3779B97F4A7C15)
    i = np.arange(1, count + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        start = mix(mix(np.uint64(seed) + step) + np.uint64(stream + 1) * step)
        bits = mix(start + i * step)
    return ((bits >> np.uint64(39)).astype(np.int64) - (1 << 24)).astype(np.float32) / np.float32(1 << 24)


def matrix(rows, columns, stream, dtype):
    """The first 1,000,003 numbers of the kit's generator, over and over where more are needed."""
    block = uniform(min(rows * columns, 1000003), 1, stream).astype(dtype)
    return np.resize(block, (rows, columns))


# ---- right or wrong ---------------------------------------------------------------------------------


def check_product(c, a, b):
    """Some rows in float64, element by element; and all elements in a sum with random signs. A sum of
    k products in float32 errs by at most k roundings; storing it in half precision by 2^-11 of it."""
    m, k = a.shape
    if c.shape != (m, b.shape[1]) or c.dtype != a.dtype:
        return f"is {c.dtype} {c.shape}, must be {a.dtype} {(m, b.shape[1])}"
    random = np.random.default_rng()
    rows = np.unique(random.integers(0, m, 64))
    wide = b.astype(np.float64)
    want = a[rows].astype(np.float64) @ wide
    size = np.abs(a[rows]).astype(np.float64) @ np.abs(wide)
    last = 2.0**-11 if a.dtype == np.float16 else 0
    allowed = k * 2.0**-24 * size + last * np.abs(want) + 1e-6
    wrong = ~(np.abs(c[rows].astype(np.float64) - want) <= allowed)  # a NaN is wrong
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        return f"C[{rows[i]}][{j}] = {c[rows[i], j]:.9g}, expected {want[i, j]:.9g}; {wrong.sum()} wrong"
    signs = random.integers(0, 2, m).astype(np.float64) * 2 - 1
    sums, wanted = np.zeros(b.shape[1]), np.zeros(k)
    for i in range(0, m, 65536):  # in pieces, because float64 takes room
        sums += signs[i : i + 65536] @ c[i : i + 65536].astype(np.float64)
        wanted += signs[i : i + 65536] @ a[i : i + 65536].astype(np.float64)
    allowed = 8 * math.sqrt(m * k) * (math.sqrt(k) * 2.0**-24 + last)
    if not (np.abs(sums - wanted @ wide) <= allowed).all():
        return "the sum of all rows with random signs is not that of A B"
    return ""


def check_sum(c, a, b):
    wrong = np.flatnonzero(~(c == a + b)) if c.shape == a.shape else np.array([0])
    return f"c[{wrong[0]}] is not a[{wrong[0]}] + b[{wrong[0]}]; {wrong.size} wrong" if wrong.size else ""


def check_hits(hits, n):
    """Each library has a generator of its own, so the hits differ; 6 standard errors are never seen."""
    off = abs(4 * int(hits) / n - math.pi) / (1.6422 / math.sqrt(n))
    return "" if off <= 6 and 0 <= int(hits) <= n else f"{int(hits)} hits of {n}: {off:.0f} standard errors off"


# ---- time -------------------------------------------------------------------------------------------


def timed(wait, call):
    """The result, and milliseconds: the clock stops when it is there."""
    start = time.perf_counter()
    result = call()
    wait(result)
    return result, (time.perf_counter() - start) * 1e3


def one_time(wait, call):
    return timed(wait, call)[1]


def sample(library, call, first_ms=0):
    """Milliseconds of each sample, and the last result; first_ms: what a call before took that was checked."""
    begin = time.perf_counter()
    for i in range(3 if first_ms < MAX_S * 1e3 else 0):  # to warm up
        if i == 0 or time.perf_counter() - begin < 0.1:
            one_time(library.wait, call)
    times, begin = [], time.perf_counter()
    while True:
        result = None  # makes room for the next one
        result, ms = timed(library.wait, call)
        times.append(ms)
        took = time.perf_counter() - begin
        if took >= MAX_S or (len(times) >= SAMPLES and took >= MIN_S):
            return times, result


def quantile(times, q):
    times = sorted(times)
    at = q * (len(times) - 1)
    low = int(at)
    return times[low] + (at - low) * (times[min(low + 1, len(times) - 1)] - times[low])


def out_of_time(signal_number, frame):
    raise Late(f"took longer than {CELL_S} s")


def free_memory():
    try:
        return int(re.search(r"MemAvailable: *(\d+)", open("/proc/meminfo").read())[1]) * 1024
    except (OSError, TypeError):
        return math.inf


@dataclass
class Case:
    """A shape of a lab."""

    lab: str
    dtype: str
    size: int
    m: Any = ""
    n: Any = ""
    k: Any = ""
    flops: float = 0
    bytes: float = 0
    amount: float = 0  # of work, to guess a time by, where flops and bytes are not counted
    own: list = field(default_factory=list)  # the lab's own cells
    weight: int = 1  # how often it counts in the sum of a group
    group: str = ""  # cases with one of these are summed up
    label: str = ""  # what it is called in the table, where its size does not say it
    work: Any = None  # work(library): call, check of its result


def text(cells):
    return [str(cell).replace(",", ";") for cell in cells]


def first_cells(library, case):
    method = "wall" if library.backend == "cpu" else "sync"
    return [case.lab, library.device, library.version, method, case.dtype, case.size, case.m, case.n, case.k]


def row_of(library, case, times):
    median = statistics.median(times)
    few = len(times) < MIN_PERCENTILES
    low, high = quantile(times, 0 if few else 0.05), quantile(times, 1 if few else 0.95)
    doubts = [f"only {len(times)} samples"] if few else []
    if low > 0 and high > 2 * low:
        doubts.append(f"p95 is {high / low:.2g} times p05")
    rate = lambda amount: f"{amount / median / 1e6:.6g}" if amount else ""
    spread = [f"{low:.6g}", f"{high:.6g}"] if len(times) > 1 else ["", ""]
    cells = first_cells(library, case) + [len(times), f"{median:.6g}", *spread]
    cells += [rate(case.flops), rate(case.bytes), "", "ok", "; ".join(doubts), ""]
    own = [cell(median) if callable(cell) else cell for cell in case.own]
    return text(cells + own + [library.name, library.backend])


def amount_of(case):
    return case.flops or case.bytes or case.amount or case.size


last_rate = {}  # work per millisecond, by lab and type: from small shapes to large ones


def call_s(case):
    """What one call will take, as fast as the one before; 0: there was none."""
    return amount_of(case) / last_rate.get((case.lab, case.dtype), math.inf) / 1e3


def announce(label, cases):
    """How long these will take, if it is long: inputs and checks, the call that is checked, the samples."""
    seconds = 0.0
    for case in cases:
        once = call_s(case)
        if 2 * once <= CELL_S:
            seconds += case.bytes / 3e8 + once + max(once, min(MAX_S, max(MIN_S, SAMPLES * once)))
    if len(cases) > 1 and seconds >= 10:
        how_long = f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} " + tr("minutes", "minutos")
        say(tr(f"{label}: {len(cases)} to measure, about {how_long}; Ctrl-C ends it, and the same command goes on",
               f"{label}: {len(cases)} por medir, unos {how_long}; Ctrl-C lo termina y la misma orden continúa"))


def measure(library, case):
    """The row of a cell; raises Skip, or ValueError where the result is wrong."""
    amount = amount_of(case)
    expected = 2 * call_s(case)
    if expected > CELL_S:
        raise Skip(tr(f"would take some {expected:.0f} s, at most {CELL_S} are allowed",
                      f"tardaría unos {expected:.0f} s; el máximo es {CELL_S}"))
    if 4 * case.bytes > free_memory():
        raise Skip(tr(f"needs some {4 * case.bytes / 1e9:.0f} GB of memory",
                      f"necesita unos {4 * case.bytes / 1e9:.0f} GB de memoria"))
    signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(CELL_S)
    try:
        call, check = case.work(library)
        result, first_ms = timed(library.wait, call)
        complaint = check(library.fetch(result))
        if complaint:
            raise ValueError(complaint)
        times, result = sample(library, call, first_ms)
        complaint = check(library.fetch(result))  # what is timed is also checked
    except Late:
        last_rate[case.lab, case.dtype] = amount / (CELL_S * 1e3)
        raise
    finally:
        signal.alarm(0)
    if complaint:
        raise ValueError(complaint)
    last_rate[case.lab, case.dtype] = amount / statistics.median(times)
    return row_of(library, case, times)


# ---- the CSV ----------------------------------------------------------------------------------------


def cpu_name():
    try:
        names = re.findall(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
        return names[0] if names else platform.processor() or "unknown"
    except OSError:
        return platform.processor() or "unknown"


def threads():
    return int(os.environ.get("OMP_NUM_THREADS") or len(os.sched_getaffinity(0)))


def driver():
    try:
        ask = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
        return "driver " + subprocess.run(ask, capture_output=True, text=True, check=True).stdout.split()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "none"


def header_of(lab):
    return ",".join(filter(None, [COMMON, lab.columns, MORE]))


def path_of(lab):
    return f"{os.environ.get('PEERS_OUT', 'results/peers')}/{lab.file}.csv"


def key_of(lab, row):
    named = dict(zip(header_of(lab).split(","), row))
    return tuple(named.get(column, "") for column in KEYS)


def read_rows(lab, library):
    """By their keys, the rows that this CPU wrote with as many threads; of this library's only those of
    the same release, and none with ANEW."""
    try:
        lines = open(path_of(lab)).read().splitlines()
    except FileNotFoundError:
        return {}
    header = header_of(lab)
    if not {f"# cpu: {cpu_name()}", f"# threads: {threads()}", header} <= set(lines):
        print(f"  {path_of(lab)} comes from another CPU, other threads or an older kit: begins again", flush=True)
        return {}
    rows = [line.split(",") for line in lines if line[:1] not in ("#", "") and line != header]
    rows = [row for row in rows if len(row) == header.count(",") + 1]
    mine = [row for row in rows if row[2] == library.version]
    kept = [] if os.environ.get("ANEW") else [row for row in mine if row[-2:] == text([library.name, library.backend])]
    return {key_of(lab, row): row for row in rows if row not in mine or row in kept}


def write_csv(lab, rows):
    """All of it anew, after each row: whenever a run ends, a whole CSV stands there."""
    devices = [row[1] for row in rows if row[1] != "cpu"]
    libraries = sorted({row[-2] for row in rows})
    load = os.getloadavg()[0]
    comments = [
        f"kit: 0.1, {', '.join(libraries)}",
        f"date: {datetime.datetime.now().astimezone().strftime('%Y-%m-%dT%H:%M:%S%z')}",
        f"device: {devices[0] if devices else 'CPU device'}",
        f"driver and toolkit: {driver()}",
        f"cpu: {cpu_name()}",
        f"threads: {threads()}",
        f"flags: Python {platform.python_version()}; {'; '.join(libraries)}",
        f"load average: {load:.2f}",
        f"samples: at least {SAMPLES} and {MIN_S:g} s, at most {MAX_S:g} s",
        "seed: 1",
        f"title: {lab.title}",
        f"counts: {lab.counts}",
        f"rate: {lab.rate}",
        "method sync: clock + synchronize",
    ]
    comments += ["parts: layer"] if lab.columns.startswith("layer,") else []
    path = path_of(lab)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path + ".part", "w") as file:
        file.writelines(f"# {comment}\n" for comment in comments + [f"rows: {len(rows)}"])
        file.writelines(line + "\n" for line in [header_of(lab), *map(",".join, rows)])
    os.replace(path + ".part", path)


# ---- a run ------------------------------------------------------------------------------------------


def sum_of(library, whole, rows, cases):
    """As the kit's labs do: the median of each part as often as it counts."""
    column = COMMON.split(",").index
    total = sum(case.weight * float(row[column("median_ms")]) for row, case in zip(rows, cases))
    flops = sum(case.weight * case.flops for case in cases)
    row = row_of(library, Case(cases[0].lab, cases[0].dtype, cases[0].size, flops=flops, own=whole), [total])
    least = min(int(row[column("samples")]) for row in rows)
    row[column("samples")] = str(least)
    row[column("doubt")] = f"only {least} samples" if least < MIN_PERCENTILES else ""
    return row


def count(words):
    """On a terminal, what is going on; the next line of the table writes over it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{words}", end="\r" if words else "", file=sys.stderr, flush=True)


def say(words):
    count("")
    print(f"  {words}", flush=True)


LANGUAGE = next((v for v in map(os.environ.get, ("REPORT_LANG", "LC_ALL", "LC_MESSAGES", "LANG")) if v), "")


def tr(english, spanish):
    """In the reader's language, as say of common/tools/scratch.sh."""
    return spanish if LANGUAGE.startswith("es") else english


def group_of(lab, case):
    return f"{lab.name} {case.dtype} {lab.key(case)}" if case.group else ""


def measure_all(library, lab):
    """Every cell of a lab that has no row yet. Returns how many have one now, and how many were wrong."""
    table, cases, groups = read_rows(lab, library), list(lab.cases(library)), {}
    there = new = wrong = 0
    if library.no_float16 and any(case.dtype == "float16" for case in cases):
        say(f"{lab.name} float16: skip: {library.no_float16}")
        cases = [case for case in cases if case.dtype != "float16"]
    keys = [key_of(lab, text(first_cells(library, case) + [""] * 10 + case.own)) for case in cases]
    announced = set()
    for number, (key, case) in enumerate(zip(keys, cases)):
        label = f"{lab.name} {case.dtype} {case.group or case.label or f'{lab.counts} = {case.size}'}"
        row = table.get(key)
        if row:
            there += 1
            last_rate[case.lab, case.dtype] = amount_of(case) / float(row[10])
        else:
            group = group_of(lab, case)
            if group and group not in announced and call_s(case):
                announced.add(group)
                left = zip(keys[number:], cases[number:])
                announce(group, [c for k, c in left if k not in table and group_of(lab, c) == group])
            count(f"  {number + 1} of {len(cases)}: {label}")
            try:
                row = measure(library, case)
            except (Skip, MemoryError) as why:
                say(f"{label}: skip: {why or tr('not enough memory', 'falta memoria')}")
                continue
            except ValueError as why:
                wrong += 1
                say(f"{label}: WRONG, {tr('so no time', 'y por eso sin tiempo')}: {why}")
                continue
            except Exception as why:  # the library's own; the other cells can still be measured
                wrong += 1
                say(f"{label}: FAILED: {type(why).__name__}: {str(why).splitlines()[:1]}")
                continue
            new += 1
            table[key] = row
            write_csv(lab, table.values())
        if case.group:
            pairs = groups.setdefault(group_of(lab, case), [])
            pairs.append((row, case))
            if len(pairs) == lab.parts:
                whole = sum_of(library, lab.whole(lab.key(case)), *zip(*pairs))
                table[key_of(lab, whole)] = whole
                write_csv(lab, table.values())
                every = tr("all layers", "todas las capas")
                say(f"{group_of(lab, case)}, {every}: {whole[10]} ms, {whole[13]} GFLOP/s")
                if lab.says:
                    say(lab.says(float(whole[10])))
        else:
            ms, gflops, gbs = row[10], row[13], row[14]
            rate = f", {gbs} GB/s" if case.lab == "lab01" else f", {gflops} GFLOP/s" if gflops else ""
            say(f"{label}: {ms} ms{rate}")
    if not cases:
        say(tr(f"{lab.file}: skip: {library.version} has no program for it in peers/",
               f"{lab.file}: skip: {library.version} no tiene programa para este lab en peers/"))
    elif there + new:
        before = after = ""
        if there:
            before = f", {there} were there (ANEW=1 measures them anew)"
            after = f"; {there} ya estaban (ANEW=1 los mide otra vez)"
        say(tr(f"{lab.file}: {new} of {len(cases)} measured now{before}: {path_of(lab)}",
               f"{lab.file}: medidos ahora {new} de {len(cases)}{after}: {path_of(lab)}"))
    return there + new, wrong


def run(library, labs):
    """Measures these labs and puts the rows into results/peers/. The exit status: 1 if one is wrong, 3 if
    there is no row."""
    print(f"{library.version}: {library.name}, {library.device}", flush=True)
    rows = wrong = 0
    try:
        for lab in labs:
            more, bad = measure_all(library, lab)
            rows, wrong = rows + more, wrong + bad
    except KeyboardInterrupt:
        say(tr("ended; the rows so far are kept, and the same command goes on from there",
               "terminado; las filas medidas se conservan y la misma orden continúa desde ahí"))
        sys.exit(130)
    sys.exit(1 if wrong else 0 if rows else 3)
