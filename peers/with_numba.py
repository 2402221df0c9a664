"""Numba: loops in Python, compiled for all cores of the CPU (numba) or for a GPU (numba_cuda). And the
product as one writes it first, an element of C for each thread (numba_element, numba_cuda_element).
numba_vectorize estimates pi by a ufunc: a function of one element, compiled for a GPU if there is one.

The first call with a type compiles; it is the one that is checked, and is not timed. A kernel's launch
returns at once: synchronize waits for it."""

import math

import kit
import work


def make_cpu(version):
    import numba
    import numpy as np

    @numba.njit(parallel=True)
    def add_loop(c, a, b):
        for i in numba.prange(a.size):
            c[i] = a[i] + b[i]

    @numba.njit(parallel=True, fastmath={"contract"})
    def multiply_loop(c, a, b):  # a row of C at a time: B and C are read along their rows
        for i in numba.prange(a.shape[0]):
            c[i, :] = 0
            for p in range(a.shape[1]):
                for j in range(b.shape[1]):
                    c[i, j] += a[i, p] * b[p, j]

    @numba.njit(parallel=True)
    def multiply_elements(c, a, b):  # the kernel of numba_cuda_element; Numba shares the elements out
        for element in numba.prange(c.size):
            row, column = element // c.shape[1], element % c.shape[1]
            total = np.float32(0)
            for p in range(a.shape[1]):
                total += a[row, p] * b[p, column]
            c[row, column] = total

    @numba.njit(parallel=True)
    def count_hits(n):
        hits = 0
        for _ in numba.prange(n):
            x, y = np.float32(np.random.random()), np.float32(np.random.random())
            hits += x * x + y * y <= np.float32(1)
        return hits

    def add(a, b):
        c = np.empty_like(a)
        return lambda: (add_loop(c, a, b), c)[1]

    def multiply(a, b):
        c = np.empty((a.shape[0], b.shape[1]), a.dtype)
        loop = multiply_elements if version == "numba_element" else multiply_loop
        return lambda: (loop(c, a, b), c)[1]

    return kit.Library(
        version,
        f"Numba {numba.__version__}",
        add=add if version == "numba" else None,
        multiply=multiply,
        pi=(lambda n: lambda: count_hits(n)) if version == "numba" else None,
        no_float16="Numba has no float16 on the CPU",
    )


def make_vectorize():
    """Such a function sees one point and returns one number, so it cannot add up: an array of hits comes
    back, from a GPU over the bus, and NumPy counts them on the CPU, where it has drawn the points."""
    import numba
    import numpy as np
    from numba import cuda

    gpu = cuda.is_available()

    @numba.vectorize(["uint8(float32, float32)"], target="cuda" if gpu else "parallel")
    def is_hit(x, y):
        return x * x + y * y <= 1

    def pi(n):
        random = np.random.Generator(np.random.Philox(1))

        def hits():
            x = random.random(n, dtype=np.float32)
            y = random.random(n, dtype=np.float32)
            return np.count_nonzero(is_hit(x, y))

        return hits

    return kit.Library(
        "numba_vectorize",
        f"Numba {numba.__version__}",
        device=cuda.get_current_device().name.decode() if gpu else "cpu",
        backend="gpu" if gpu else "cpu",
        pi=pi,
    )


TILE = 16


def make_cuda(version):
    import numba
    import numpy as np
    from numba import cuda
    from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

    if not cuda.is_available():
        raise kit.Skip(kit.tr("Numba finds no GPU", "Numba no encuentra ninguna GPU"))

    @cuda.jit
    def add_kernel(c, a, b):
        i = cuda.grid(1)
        if i < c.size:
            c[i] = a[i] + b[i]

    @cuda.jit
    def multiply_kernel(c, a, b):  # a tile of A and of B in shared memory at a time
        tile_a = cuda.shared.array((TILE, TILE), numba.float32)
        tile_b = cuda.shared.array((TILE, TILE), numba.float32)
        column, row = cuda.grid(2)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        total = numba.float32(0)
        for first in range(0, a.shape[1], TILE):
            tile_a[y, x] = a[row, first + x] if row < a.shape[0] and first + x < a.shape[1] else 0
            tile_b[y, x] = b[first + y, column] if first + y < b.shape[0] and column < b.shape[1] else 0
            cuda.syncthreads()
            for p in range(TILE):
                total += tile_a[y, p] * tile_b[p, x]
            cuda.syncthreads()
        if row < c.shape[0] and column < c.shape[1]:
            c[row, column] = total

    @cuda.jit
    def multiply_elements(c, a, b):  # every thread reads a row of A and a column of B
        column, row = cuda.grid(2)
        if row < c.shape[0] and column < c.shape[1]:
            total = numba.float32(0)
            for p in range(a.shape[1]):
                total += a[row, p] * b[p, column]
            c[row, column] = total

    @cuda.jit
    def count_kernel(counts, states, n):
        thread = cuda.grid(1)
        hits = 0
        for _ in range(thread, n, cuda.gridsize(1)):
            x = xoroshiro128p_uniform_float32(states, thread)
            y = xoroshiro128p_uniform_float32(states, thread)
            if x * x + y * y <= numba.float32(1):
                hits += 1
        counts[thread] = hits

    def add(a, b):
        c = cuda.device_array_like(a)
        return lambda: (add_kernel[math.ceil(a.size / 256), 256](c, a, b), c)[1]

    def multiply(a, b):
        c = cuda.device_array((a.shape[0], b.shape[1]), a.dtype)
        # blocks are counted along x, in which a grid may be long: a column of C is a y of it
        grid = (math.ceil(c.shape[1] / TILE), math.ceil(c.shape[0] / TILE))
        if grid[1] > 65535:
            raise kit.Skip(kit.tr("has more rows than 65,535 blocks of 16", "tiene más filas que 65 535 bloques de 16"))
        kernel = multiply_elements if version == "numba_cuda_element" else multiply_kernel
        return lambda: (kernel[grid, (TILE, TILE)](c, a, b), c)[1]

    def pi(n):
        blocks = min(math.ceil(n / 256), 1024)
        states = create_xoroshiro128p_states(blocks * 256, seed=1)
        counts = cuda.device_array(blocks * 256, np.int64)

        def hits():
            count_kernel[blocks, 256](counts, states, n)
            return counts.copy_to_host().sum()  # which waits for the kernel

        return hits

    return kit.Library(
        version,
        f"Numba {numba.__version__}",
        device=cuda.get_current_device().name.decode(),
        backend="gpu",
        put=cuda.to_device,
        wait=lambda result: cuda.synchronize(),
        fetch=lambda result: result.copy_to_host() if hasattr(result, "copy_to_host") else result,
        add=add if version == "numba_cuda" else None,
        multiply=multiply,
        pi=pi if version == "numba_cuda" else None,
        no_float16="this kernel adds up float32 only",
    )


work.run(
    {version: lambda version=version: make_cpu(version) for version in ("numba", "numba_element")}
    | {version: lambda version=version: make_cuda(version) for version in ("numba_cuda", "numba_cuda_element")}
    | {"numba_vectorize": make_vectorize}
)
