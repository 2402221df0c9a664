"""Do the stopwatches of other libraries show the times that ours show, for the same launchers?

    python stopwatches.py cupy|triton launchers.so lab01.csv lab03.csv out.csv

A CSV is that of ./solution01 --only gpu_v1 at one size; launchers.so has the same kernels (launchers.cu).
cupyx.profiler.benchmark and triton.testing.do_bench take the time by events, as our method "events" does.
Ours and Triton's empty the L2 before each launch; CuPy's does not, so the arrays are much larger than it, or
arithmetic is the limit. Status 0: the medians agree; 1: one does not."""

import csv
import ctypes
import statistics
import sys

FAR = 0.10  # of the time: stopwatches that agree differ by the clock's changes and by launches
FAR_MS = 0.010


def ours(path):
    """The size, and the median of the stopwatch with events in milliseconds."""
    with open(path) as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if (row["version"], row["method"]) == ("gpu_v1", "events"):
                return int(row["size"]), float(row["median_ms"])
    sys.exit(f"{path}: error: no time of gpu_v1 by events")


def by_cupy():
    import cupy
    from cupyx.profiler import benchmark

    def measure(launch, counts):
        arrays = [cupy.ones(count, cupy.float32) for count in counts]
        pointers = [array.data.ptr for array in arrays]
        result = benchmark(launch, tuple(pointers), n_repeat=50, n_warmup=5)
        return statistics.median(float(x) for x in result.gpu_times[0]) * 1e3

    return f"cupyx.profiler.benchmark of CuPy {cupy.__version__}", measure


def by_triton():
    import torch
    import triton

    def measure(launch, counts):
        arrays = [torch.ones(count, dtype=torch.float32, device="cuda") for count in counts]
        pointers = [array.data_ptr() for array in arrays]
        return float(triton.testing.do_bench(lambda: launch(*pointers), quantiles=[0.5]))

    return f"do_bench of Triton {triton.__version__}", measure


def main(library, launchers, add_csv, multiply_csv, out):
    name, measure = {"cupy": by_cupy, "triton": by_triton}[library]()
    shared = ctypes.CDLL(launchers)
    rows, differ = [], 0
    for work, path in (("add", add_csv), ("multiply", multiply_csv)):
        size, our_ms = ours(path)
        function = getattr(shared, work)
        function.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_int]
        function.restype = None
        count = size if work == "add" else size * size
        their_ms = measure(lambda c, a, b: function(c, a, b, size), [count] * 3)
        agree = abs(their_ms - our_ms) <= max(FAR * our_ms, FAR_MS)
        differ += not agree
        rows.append([library, work, size, f"{our_ms:.6g}", f"{their_ms:.6g}", "ok" if agree else "differ"])
        print(
            f"{work}, size {size}: {our_ms:.4g} ms by our events, {their_ms:.4g} ms by {name}"
            f" ({100 * (their_ms / our_ms - 1):+.1f} %){'' if agree else ': WRONG, they differ'}"
        )
    with open(out, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["library", "work", "size", "our_ms", "their_ms", "verdict"])
        writer.writerows(rows)
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
