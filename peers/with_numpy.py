"""NumPy, on the CPU. Its functions return when they are done: nothing has to be waited for."""

import kit
import work


def make():
    import numpy as np

    def add(a, b):
        c = np.empty_like(a)
        return lambda: np.add(a, b, out=c)  # into memory that is there: new pages would cost more

    def multiply(a, b):
        c = np.empty((a.shape[0], b.shape[1]), a.dtype)
        return lambda: np.matmul(a, b, out=c)  # float32 by BLAS, float16 by a plain loop

    def pi(n):
        random = np.random.Generator(np.random.Philox(1))

        def hits():
            x = random.random(n, dtype=np.float32)
            y = random.random(n, dtype=np.float32)
            return np.count_nonzero(x * x + y * y <= 1)

        return hits

    return kit.Library("numpy", f"NumPy {np.__version__}", add=add, multiply=multiply, pi=pi)


work.run({"numpy": make})
