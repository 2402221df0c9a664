"""JAX, on the backend that it finds: each operation by itself (jax), or compiled as a whole (jax_jit).

A call returns before its result is there, on a CPU, too: block_until_ready waits for it. jit compiles
anew for each shape, in the call that is checked and not timed. On a GPU or a TPU JAX multiplies
float32 with fewer bits unless it is told otherwise: "highest" means float32."""

import kit
import work


def make(version):
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_default_matmul_precision", "highest")
    device = jax.devices()[0]
    backend = jax.default_backend()
    compiled = jax.jit if version == "jax_jit" else lambda function: function

    def add(a, b):
        both = compiled(lambda a, b: a + b)
        return lambda: both(a, b)

    def multiply(a, b):
        product = compiled(lambda a, b: jnp.matmul(a, b))
        return lambda: product(a, b)

    def pi(n):
        def count(key):
            x = jax.random.uniform(key, (2, n), dtype=jnp.float32)
            return jnp.count_nonzero(x[0] * x[0] + x[1] * x[1] <= 1)

        hits, keys = compiled(count), iter(range(1 << 30))
        return lambda: hits(jax.random.key(next(keys)))

    return kit.Library(
        version,
        f"JAX {jax.__version__}",
        device="cpu" if backend == "cpu" else device.device_kind,
        backend=backend,
        put=lambda x: jax.block_until_ready(jnp.asarray(x)),
        wait=jax.block_until_ready,
        add=add,
        multiply=multiply,
        pi=pi,
    )


work.run({"jax": lambda: make("jax"), "jax_jit": lambda: make("jax_jit")})
