"""How long one vector add and one matrix product take by different stopwatches, in one table.

Python's timeit knows nothing of a GPU: it stops when the launch returns. CuPy's and PyTorch's own wait,
and so does ours (kit.py). With the copies each of them times both inputs onto the device, the work, and
the result back; the last copy waits for all that is before it."""

import statistics
import sys
import time
import timeit

import kit

ELEMENTS, SIDE = 1 << 24, 1024
LINE = "{:<10} {:<46} {:<7} {:<7} {:>10} {:>11}"
HEADER = LINE.format("library", "stopwatch", "waits?", "copies?", "add, ms", "product, ms")


# ---- the stopwatches: from a call without arguments to milliseconds ---------------------------------


def ours(library, call):
    return statistics.median(kit.sample(library, call)[0])


def by_timeit(library, call):
    """Before each of the five rounds of ten calls, but not in their time, nothing is left running."""
    timer = timeit.Timer(call, setup=lambda: library.wait(call()), timer=time.perf_counter)
    return statistics.median(timer.repeat(repeat=5, number=10)) / 10 * 1e3


def by_timeit_and_wait(library, call):
    return by_timeit(library, lambda: library.wait(call()))


def by_cupyx(times):
    def ms(library, call):
        from cupyx.profiler import benchmark

        found = getattr(benchmark(call, n_repeat=20, n_warmup=3), times)
        return statistics.median(float(seconds) for seconds in found.ravel()) * 1e3

    return ms


def by_torch(library, call):
    import torch
    from torch.utils.benchmark import Timer

    # unless it is told otherwise, it times the CPU with a single thread
    timer = Timer("call()", globals={"call": call}, num_threads=torch.get_num_threads())
    return timer.blocked_autorange(min_run_time=kit.MIN_S).median * 1e3


def stopwatches(library):
    """Name, does it wait for what the call started, function. On a CPU all of them wait, but for JAX's."""
    behind = library.backend != "cpu" or library.version.startswith("jax")
    waits, does_not = ("yes", "no") if behind else ("-", "-")
    yield "clock + wait, ours", waits, ours
    yield "timeit", does_not, by_timeit
    if behind:
        yield "timeit, with a wait in the call", waits, by_timeit_and_wait
    if library.version == "cupy":
        yield "cupyx.profiler.benchmark, cpu_times", does_not, by_cupyx("cpu_times")
        yield "cupyx.profiler.benchmark, gpu_times", waits, by_cupyx("gpu_times")
    if library.version == "torch":
        yield "torch.utils.benchmark.Timer", waits, by_torch


# ---- what they time ---------------------------------------------------------------------------------


def calls(library, copies):
    """The call that adds and the call that multiplies, each tried and checked once."""
    vectors = [kit.matrix(1, ELEMENTS, stream, "float32")[0] for stream in (0, 1)]
    squares = [kit.matrix(SIDE, SIDE, stream, "float32") for stream in (0, 1)]
    both = (library.add, *vectors, kit.check_sum), (library.multiply, *squares, kit.check_product)
    for make, a, b, check in both:
        if copies:
            call = lambda make=make, a=a, b=b: library.fetch(make(library.put(a), library.put(b))())
        else:
            call = make(library.put(a), library.put(b))
        complaint = check(call() if copies else library.fetch(call()), a, b)
        if complaint:
            sys.exit(f"{library.version}: WRONG, so no time: {complaint}")
        yield call


def show(library):
    """The rows of a library. On a CPU there is nothing to copy."""
    for copies in (False, True) if library.backend != "cpu" else (False,):
        work = list(calls(library, copies))
        for name, waits, ms in stopwatches(library):
            waits = "yes" if copies else waits
            times = [f"{ms(library, call):.3g}" for call in work]
            print(LINE.format(library.version, name, waits, "yes" if copies else "no", *times), flush=True)


if __name__ == "__main__":
    print(HEADER)
