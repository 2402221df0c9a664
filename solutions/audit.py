"""The answer to handouts/en/audit.md: the benchmark without its mistakes, and what each of them does.

    .venv/bin/python solutions/audit.py            every mistake by itself, and none
    .venv/bin/python solutions/audit.py sync       with this one alone: sync float64 warmup won first

A ratio is the time of NumPy over that of JAX: above 1 JAX is faster."""

import os
import statistics
import sys
import time

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "peers", "audit"))
import benchmark  # noqa: E402
from benchmark import BATCH, LAYERS, jnp, multiply_jax  # noqa: E402

# How often the network has each layer: lab06_resnet_layers/shapes.h.
COUNTS = [1, 1, 3, 4, 2, 1, 4, 4, 1, 3, 1, 6, 6, 1, 5, 1, 3, 3, 1, 2]
MISTAKES = ["sync", "float64", "warmup", "won", "first"]


def seconds(function, wait, mistakes):
    """The mean of all calls where the first one compiles; else the median of calls that wait."""
    if "warmup" not in mistakes:
        wait(function())
    times = []
    for _ in range(benchmark.REPEAT):
        start = time.perf_counter()
        result = function()
        if "sync" not in mistakes:
            wait(result)
        times.append(time.perf_counter() - start)
    wait(result)  # so that nothing of it runs on into the next measurement
    return statistics.mean(times) if "warmup" in mistakes else statistics.median(times)


def products(mistakes):
    """How many layers JAX wins, and the time of NumPy over that of JAX for the whole network."""
    benchmark.jax.clear_caches()
    multiply_jax(jnp.ones((1000, 1000)), jnp.ones((1000, 1000))).block_until_ready()
    won = sum_numpy = sum_jax = 0
    for (m, n, k), count in zip(LAYERS, COUNTS):
        a, b = np.random.rand(BATCH * m, k), np.random.rand(k, n)
        a32, b32 = a.astype(np.float32), b.astype(np.float32)
        if "float64" not in mistakes:
            a, b = a32, b32
        with_numpy = seconds(lambda: np.matmul(a, b), lambda c: c, mistakes)
        a_jax, b_jax = jnp.asarray(a32), jnp.asarray(b32)
        with_jax = seconds(lambda: multiply_jax(a_jax, b_jax), lambda c: c.block_until_ready(), mistakes)
        c = np.asarray(multiply_jax(a_jax, b_jax))
        assert np.allclose(c[:9], a32[:9] @ b32, rtol=1e-4), "a wrong answer has no time"
        won += with_jax < with_numpy
        sum_numpy += count * with_numpy
        sum_jax += count * with_jax
    return won, sum_numpy / sum_jax


def pi(mistakes):
    """The time of NumPy over that of JAX."""
    benchmark.jax.clear_caches()
    medians = []
    for function in benchmark.pi_numpy, benchmark.pi_jax:
        times = []
        for seed in range(1 if "first" in mistakes else 11):
            start = time.perf_counter()
            assert abs(function(seed) - np.pi) < 0.01
            times.append(time.perf_counter() - start)
        medians.append(statistics.median(times if "first" in mistakes else times[1:]))
    return medians[0] / medians[1]


def main():
    asked = sys.argv[1:]
    if set(asked) - set(MISTAKES):
        sys.exit(f"usage: audit.py [{' '.join(MISTAKES)}]")
    print(f"{'with this mistake':18} {'layers that JAX wins':>22} {'network: NumPy / JAX':>22} {'pi: NumPy / JAX':>17}")
    for mistakes in [asked] if asked else [[], *([m] for m in MISTAKES), MISTAKES]:
        won, ratio = products(mistakes)
        name = "none" if not mistakes else "all five" if mistakes == MISTAKES else " ".join(mistakes)
        shown = "not said" if "won" in mistakes else f"{ratio:.2f}"
        print(f"{name:18} {won:>16} of 20 {shown:>22} {pi(mistakes):>17.2f}", flush=True)


if __name__ == "__main__":
    main()
