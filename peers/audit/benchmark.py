"""JAX against NumPy in single precision (32 bits): the matrix products of ResNet-50, and pi.

    .venv/bin/python peers/audit/benchmark.py

It contains five mistakes: handouts/en/audit.md, handouts/es/audit.md."""

import time

import jax
import jax.numpy as jnp
import numpy as np

BATCH = 8
LAYERS = [  # m for one image, n, k
    (12544, 64, 147), (3136, 64, 64), (3136, 64, 576), (3136, 256, 64), (3136, 64, 256),
    (3136, 128, 256), (784, 128, 1152), (784, 512, 128), (784, 512, 256), (784, 128, 512),
    (784, 256, 512), (196, 256, 2304), (196, 1024, 256), (196, 1024, 512), (196, 256, 1024),
    (196, 512, 1024), (49, 512, 4608), (49, 2048, 512), (49, 2048, 1024), (49, 512, 2048),
]  # fmt: skip
REPEAT = 10
SAMPLES = 1 << 20

multiply_jax = jax.jit(jnp.matmul)


def seconds(function, *arguments):
    start = time.perf_counter()
    for _ in range(REPEAT):
        function(*arguments)
    return (time.perf_counter() - start) / REPEAT


def products():
    multiply_jax(jnp.ones((1000, 1000)), jnp.ones((1000, 1000))).block_until_ready()  # warm-up
    won = 0
    for m, n, k in LAYERS:
        a, b = np.random.rand(BATCH * m, k), np.random.rand(k, n)
        with_numpy = seconds(np.matmul, a, b)
        with_jax = seconds(multiply_jax, jnp.asarray(a), jnp.asarray(b))
        won += with_jax < with_numpy
        print(f"{BATCH * m:7} {n:5} {k:5}   NumPy {1e3 * with_numpy:8.2f} ms   JAX {1e3 * with_jax:8.2f} ms")
    print(f"JAX is faster in {won} of {len(LAYERS)} layers")


def pi_numpy(seed):
    random = np.random.default_rng(seed)
    x, y = random.random(SAMPLES, dtype=np.float32), random.random(SAMPLES, dtype=np.float32)
    return 4 * np.count_nonzero(x * x + y * y <= 1) / SAMPLES


@jax.jit
def hits_jax(key):
    x = jax.random.uniform(key, (2, SAMPLES), dtype=jnp.float32)
    return jnp.count_nonzero(x[0] * x[0] + x[1] * x[1] <= 1)


def pi_jax(seed):
    return 4 * int(hits_jax(jax.random.key(seed))) / SAMPLES


def pi():
    for name, function in ("NumPy", pi_numpy), ("JAX", pi_jax):
        start = time.perf_counter()
        value = function(1)
        print(f"pi = {value:.4f} with {name}: {1e3 * (time.perf_counter() - start):.1f} ms")


if __name__ == "__main__":
    products()
    pi()
