"""CuPy, on a GPU: NumPy's functions, whose launches return at once. Device().synchronize() waits."""

import kit
import work


def make():
    import cupy as cp

    try:
        properties = cp.cuda.runtime.getDeviceProperties(0)
    except cp.cuda.runtime.CUDARuntimeError as why:
        raise kit.Skip(kit.tr("CuPy finds no GPU", "CuPy no encuentra ninguna GPU") + f": {why}") from why

    def add(a, b):
        c = cp.empty_like(a)
        return lambda: cp.add(a, b, out=c)

    def multiply(a, b):
        c = cp.empty((a.shape[0], b.shape[1]), a.dtype)
        return lambda: cp.matmul(a, b, out=c)  # by cuBLAS; TF32 only with CUPY_TF32=1

    def pi(n):
        random = cp.random.Generator(cp.random.Philox4x3210(1))

        def hits():
            x, y = random.random(n, dtype=cp.float32), random.random(n, dtype=cp.float32)
            return cp.count_nonzero(x * x + y * y <= 1)

        return hits

    return kit.Library(
        "cupy",
        f"CuPy {cp.__version__}",
        device=properties["name"].decode(),
        backend="gpu",
        put=cp.asarray,
        wait=lambda result: cp.cuda.Device().synchronize(),
        fetch=cp.asnumpy,
        add=add,
        multiply=multiply,
        pi=pi,
    )


work.run({"cupy": make})
