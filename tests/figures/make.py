#!/usr/bin/env python3
"""python3 tests/figures/make.py FOLDER: results of every lab as it writes them, and of the libraries, with
invented numbers, to draw figures from. They follow a simple machine: a launch costs microseconds, and a
version reaches a part of what the memory, the arithmetic units or the bus could do."""

import os
import re
import sys
import zlib

GPU = "Example GPU"
MEMORY, FLOAT32, HALF, BUS = 1e12, 20e12, 150e12, 55e9  # bytes, operations, operations, bytes a second
RETURNS, LAUNCH = 0.004, 0.006  # ms until a launch returns; until an empty kernel has ended
METHODS = {
    "no_sync": "no synchronize",
    "sync": "clock + synchronize",
    "events": "CUDA events",
    "with_transfers": "with the copies",
}
COLUMNS = "lab,device,version,method,dtype,size,m,n,k,samples,median_ms,p05_ms,p95_ms,"
COLUMNS += "gflops,gbs,pct_ceiling,verdict,doubt,bound_ms"


PI = "Lab 4 - Monte Carlo pi   4 hits / n, whole numbers"
PI_COLUMNS = ",pi,abs_error,std_error,gsamples_s"
LAYERS = "Lab 6 - the layers of ResNet-50   20 products, float32, batch 1"


def layers_of_resnet50():
    """m at batch 1, n, k, how often, name."""
    shapes = open(os.path.dirname(__file__) + "/../../lab06_resnet_layers/shapes.h").read()
    line = r'\.m = (\d+), \.n = (\d+), \.k = (\d+), \.count = (\d+), \.name = "([^"]+)"'
    found = re.findall(line, shapes)[:20]
    return [(*map(int, cells[:4]), cells[4]) for cells in found]


def number(x):
    return "" if x is None else f"{x:.6g}" if isinstance(x, float) else str(x)


def noise(*key):
    """0 to 1, the same for the same key."""
    return zlib.crc32(repr(key).encode()) / 2**32


def four_ways(ms, copies_ms, returns_ms=RETURNS):
    """Each method, and what it says of a launch that takes ms."""
    return zip(METHODS, (returns_ms, ms, 0.985 * ms, ms + copies_ms))


class Table:
    def __init__(self, name, title, counts, rate, own="", methods=METHODS, more=(), dtype="float32"):
        self.name, self.lab, self.own, self.dtype = name, name.split("/")[-1].removesuffix("_cores"), own, dtype
        self.rows, self.more = [], list(more)
        self.head = [f"title: {title}", f"counts: {counts}", f"rate: {rate}"]
        self.head += [f"method {m}: {METHODS[m]}" for m in methods]

    def row(self, version, method, size, ms, mnk=("", "", ""), flop=None, moved=None, bound=None, own=(), **more):
        """flop and moved: operations and bytes of it; bound: the least ms."""
        device = more.get("device", GPU if method != "wall" else "cpu")
        verdict = "impossible" if method == "no_sync" and ms < (bound or more.get("least", 0)) else "ok"
        spread = noise(self.name, version, method, size, own)
        cells = [self.lab, device, version, method, more.get("dtype", self.dtype), size, *mnk]
        cells += [min(10000, max(10, int(300 / ms))), ms, ms * (0.95 + 0.03 * spread), ms * (1.02 + 0.09 * spread)]
        cells += [flop and flop / ms / 1e6, moved and moved / ms / 1e6, bound and 100 * bound / ms, verdict, "", bound]
        self.rows.append(",".join(number(x) for x in [*cells, *own]))

    def launches(self, version, size, work_ms, copies_ms, **more):
        """The four ways to time a launch whose kernel takes work_ms."""
        for method, ms in four_ways(LAUNCH + work_ms, copies_ms, RETURNS * (0.9 + 0.2 * noise(version, size))):
            self.row(version, method, size, ms, **more)

    def breaks_even(self, versions, sizes, cpu, kernel, copies):
        """From which size on a version beats the CPU: cpu(size), kernel(version, size) and copies(size) in ms."""
        for version in versions:
            for method, extra in ("sync", lambda s: 0), ("with_transfers", copies):
                ms = lambda s: LAUNCH + kernel(version, s) + extra(s)
                won = [s for s in sizes if all(ms(t) < cpu(t) for t in sizes if t >= s)]
                self.more.append(f"breaks even: {version} {method} {won[0] if won else -1}")

    def write(self, folder):
        path = f"{folder}/{self.name}.csv"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        head = ["kit: 0.1", "note: every number in this file is invented, to draw figures from"]
        head += ["date: 2026-01-15T10:00:00+0000", f"device: {GPU} (invented)", "driver and toolkit: none"]
        head += ["cpu: Example CPU", "threads: 16", "flags: none", "load average: 0.00"]
        head += ["samples: at least 10 and 0.3 s, at most 2 s", "seed: 1", *self.head, *self.more]
        with open(path, "w") as file:
            file.writelines(f"# {line}\n" for line in head)
            file.writelines(f"{line}\n" for line in [COLUMNS + self.own, *self.rows])


def lab01():
    t = Table("lab01", "Lab 1 - vector add   c = a + b, float32", "n", "gbs GB/s")
    sizes = [4**i for i in range(5, 14)]
    part = {"gpu_v1": 0.85, "gpu_ex11": 0.85, "gpu_ex12": 0.92}
    bound = lambda n: 12e3 * n / MEMORY
    serial = lambda n: 0.0002 + n / 2.2e6
    openmp = lambda n: 0.004 + 12e3 * n / (400e9 if n < 1e6 else 30e9)
    cpus = {"cpu_serial": serial, "cpu_openmp": openmp}
    kernel = lambda version, n: bound(n) / part[version]
    copies = lambda n: 0.03 + 12e3 * n / 50e9
    for n in sizes:
        shape = {"mnk": ("", n, ""), "flop": n, "moved": 12 * n}
        for version, ms in cpus.items():
            t.row(version, "wall", n, ms(n), **shape)
        for version in part:
            t.launches(version, n, kernel(version, n), copies(n), bound=bound(n), **shape)
    t.breaks_even(part, sizes, openmp, kernel, copies)
    return t


def product(lab, title, part):
    """part: of the arithmetic units' rate that a version reaches."""
    t = Table(lab, title, "M = N = K", "gflops GFLOP/s")
    sizes = [2**i for i in range(6, 13)]
    bound = lambda n: 2e3 * n**3 / FLOAT32
    cpus = {"cpu_serial": 40e9, "cpu_openmp": 800e9, "cpu_blas": 1.8e12}
    cpu = lambda rate, n: 2e3 * n**3 / rate + 0.001 * (rate > 1e11)
    kernel = lambda version, n: bound(n) / part[version] * (1 + 4 * (64 / n))
    copies = lambda n: 0.03 + 12e3 * n**2 / 11e9
    for n in sizes:
        shape = {"mnk": (n, n, n), "flop": 2 * n**3, "moved": 12 * n**2}
        for version, rate in cpus.items():
            if version != "cpu_serial" or n < sizes[-1]:
                t.row(version, "wall", n, cpu(rate, n), **shape)
        for version in part:
            t.launches(version, n, kernel(version, n), copies(n), bound=bound(n), **shape)
    own = [v for v in part if v != "cublas"]
    t.breaks_even(own, sizes, lambda n: cpu(cpus["cpu_openmp"], n), kernel, copies)
    return t


def lab04():
    t = Table("lab04", PI, "n", "gsamples_s Gsample/s", PI_COLUMNS, dtype="uint32")
    sizes = [4**i for i in range(5, 14)] + [2**28]
    rates = {"gpu_v1": 300e9, "gpu_ex41": 800e9, "gpu_ex42": 820e9, "gpu_arrays": 30e9, "curand": 28e9, "cub": 850e9}
    cpus = {"cpu_serial": lambda n: n / 5.4e5, "cpu_openmp": lambda n: 0.004 + n / 8e6}
    kernel = lambda version, n: 1e3 * n / rates[version]
    copies = lambda n: 0.012

    def own(n, ms):
        error = (-1.64 if n % 5 == 1 else 1.64) / n**0.5 * (0.2 + noise(n))
        return [f"{3.14159265359 + error:.12g}", abs(error), 1.64 / n**0.5, n / ms / 1e6]

    for n in sizes:
        at = {"mnk": ("", n, ""), "bound": None}
        for version, ms in cpus.items():
            t.row(version, "wall", n, ms(n), own=own(n, ms(n)), **at)
        for version in rates:
            at["bound"] = n / 0.9e9
            ms = LAUNCH + kernel(version, n)
            for method, ms in four_ways(ms, copies(n)):
                t.row(version, method, n, ms, own=own(n, ms), **at)
    t.breaks_even([v for v in rates if v.startswith("gpu")], sizes, cpus["cpu_openmp"], kernel, copies)
    return t


def lab05():
    t = Table("lab05", "Lab 5 - transfers   y = f(x), float32, x and y in the host's memory", "n", "gbs GB/s",
              ",ops_per_element,steps,chunks,direction,memory,ops_per_byte,transfer_share")  # fmt: skip
    sizes = [4**i for i in range(4, 13)]
    rates = {"pageable": 12e9, "pinned": 50e9}  # of the bus, in one direction

    def cpu(version, n, ops=10, steps=1):
        ms = 0.001 + 1e3 * ops * steps * n / (2e9 if version == "cpu_serial" else 30e9)
        t.row(version, "wall", n, ms, ("", n, ""), flop=ops * steps * n, own=[ops, steps, "", "", "", "", ""])

    def gpu(version, n, ops=10, steps=1, chunks=1, events=True):
        flop, moved = ops * steps * n, 8 * n
        bound = steps * (0.005 + max(8e3 * n / MEMORY, 1e3 * ops * n / 15e12))
        kernel = bound / 0.85
        shape = {"mnk": ("", n, ""), "flop": flop}
        for method in ["sync", "events"][: 1 + events]:
            own = [ops, steps, chunks, "", "device", "", ""]
            t.row(version, method, n, kernel, moved=moved * steps, bound=bound, own=own, **shape)
        memory = "pageable" if version in ("gpu_v1", "gpu_ten") else "pinned"
        rounds = steps if version == "gpu_ten" else 1  # how often the data travel
        copies = rounds * (0.015 + 8e3 * n / rates[memory])
        # in chunks, copies in both directions and kernels overlap, and each chunk costs a launch
        ms = kernel + copies if chunks == 1 else max(copies / 2, kernel) * (1 + 1 / chunks) + 0.004 * chunks
        share = f"{1 - kernel / ms:.4f}"
        t.row(version, "with_transfers", n, ms, moved=moved * rounds, bound=rounds * 4e3 * n / BUS,
              own=[ops, steps, chunks, "both", memory, ops * (steps / rounds) / 8, share], **shape)  # fmt: skip

    chunked = lambda version: 16 if version == "gpu_ex52" else 1
    for n in sizes:
        for version in "cpu_serial", "cpu_openmp":
            cpu(version, n)
        for version in "gpu_v1", "gpu_ex51", "gpu_ex52":
            gpu(version, n, chunks=chunked(version))
        cpu("cpu_ten", n, steps=10)
        for version in "gpu_ten", "gpu_ex53":
            gpu(version, n, steps=10)
    n = sizes[-1]
    for ops in 1, 10, 100, 1000:
        cpu("cpu_openmp", n, ops)
        for version in "gpu_v1", "gpu_ex51", "gpu_ex52":
            gpu(version, n, ops, chunks=chunked(version), events=False)
    for i in range(7):
        gpu("gpu_ex52", n, chunks=2**i, events=False)
    for n in [1, *sizes, 4 * n, 16 * n]:
        for copy, start, rate in (
            ("h2d_pageable", 0.009, rates["pageable"]), ("h2d_pinned", 0.007, 52e9), ("d2h_pageable", 0.012, 10e9),
            ("d2h_pinned", 0.007, 53e9), ("d2d", 0.004, 2 * MEMORY),
        ):  # fmt: skip
            direction, memory = (copy + "_device").split("_")[:2]
            at = {"mnk": ("", n, ""), "moved": 4 * n, "bound": 4e3 * n / BUS}
            at["own"] = ["", "", "", direction, memory, "", ""]
            if copy == "d2d":
                at |= {"moved": 8 * n, "bound": 8e3 * n / MEMORY}
            t.row(f"copy_{copy}", "sync", n, start + 1.02 * 4e3 * n / rate * (1 + (copy == "d2d") * 3), **at)
            if copy == "h2d_pinned" and n == sizes[-1]:
                t.row(f"copy_{copy}", "no_sync", n, RETURNS, **at)
    for version in "gpu_v1", "gpu_ex51", "gpu_ex52", "gpu_ten", "gpu_ex53":
        whole = -1 if version == "gpu_v1" else 262144
        t.more += [f"breaks even: {version} sync 65536", f"breaks even: {version} with_transfers {whole}"]
    return t


def layer_ms(m, n, k, rate, full, least=0.0):
    """A GPU needs many blocks to be busy: half of its rate where the product has `full` elements."""
    return least + 2e3 * m * n * k / rate * (1 + full / (m * n))


def lab06():
    t = Table("lab06", LAYERS, "image side", "gflops GFLOP/s", ",layer,count,batch,name", more=["parts: layer"])
    cpus = {"cpu_openmp": 1.6e12, "cpu_serial": 40e9, "cpu_blas": 1.8e12}
    gpus = {
        "float32": {"gpu_v1": (2.1e12, 3e5), "gpu_ex61": (7e12, 3e5), "cublas": (16e12, 5e4)},
        "float16": {"gpu_ex62": (9e12, 3e5), "gpu_wmma": (50e12, 4e5), "cublas": (100e12, 4e5)},
    }
    layers = layers_of_resnet50()

    def batch(side, images, dtype):
        scale = images * (side / 224) ** 2
        cells = lambda i, count, name: [i, count, images, name]
        some = cpus if images == 1 else ("cpu_openmp", "cpu_blas")
        some = some if dtype == "float32" else ["cpu_openmp"]
        versions = {v: (lambda m, n, k, rate=cpus[v]: 2e3 * m * n * k / rate) for v in some}
        for version, (rate, full) in gpus[dtype].items():
            versions[version] = lambda m, n, k, rate=rate, full=full: layer_ms(m, n, k, rate, full, LAUNCH / 2)
        for version, ms in versions.items():
            total, flop = 0, 0
            for i, (m, n, k, count, name) in enumerate(layers, 1):
                m, one = m * scale, 2 * m * scale * n * k
                total, flop = total + count * ms(m, n, k), flop + count * one
                bound = None if version.startswith("cpu") else 1e3 * one / (FLOAT32 if dtype == "float32" else HALF)
                if side == 224:
                    at = {"moved": (4 if dtype == "float32" else 2) * (m * k + k * n + m * n), "bound": bound}
                    at |= {"flop": one, "own": cells(i, count, name), "dtype": dtype}
                    t.row(version, "sync" if bound else "wall", side, ms(m, n, k), (int(m), n, k), **at)
            whole = {"flop": flop, "own": cells(0, 53, "all"), "dtype": dtype, "least": 0.1}
            if version.startswith("cpu"):
                t.row(version, "wall", side, total, **whole)
            else:
                t.launches(version, side, total, 0.2, **whole)

    for side in 32, 64, 128, 224:
        batch(side, 1, "float32")
    batch(224, 1, "float16")
    batch(224, 128, "float32")
    batch(224, 128, "float16")
    for version, side in ("gpu_v1", -1), ("gpu_ex61", -1), ("gpu_ex62", 0), ("gpu_wmma", 0):
        t.more += [f"breaks even: {version} {method} {side}" for method in ("sync", "with_transfers")]
    return t


def network():
    t = Table("lab06_network", "Lab 6 - a forward pass of resnet18, float32", "image side", "gflops GFLOP/s",
              ",network,batch,layer_type,images_s,first_ms")  # fmt: skip
    types = {"conv 7x7": 0.12, "conv 3x3": 0.72, "downsample": 0.05, "pool": 0.02, "fc": 0.02, "elementwise": 0.07}
    rates = {"cpu_openmp": 0.9e12, "gpu_v1": 1.6e12, "gpu_ex63": 2.8e12, "cublas": 7e12}
    for side in 64, 128, 224, 512, 1024:
        for images in 1, 8:
            flop = 3.63e9 * images * (side / 224) ** 2
            for version, rate in rates.items():
                ms = 1e3 * flop / rate + (0 if version == "cpu_openmp" else 0.4)
                own = lambda ms: ["resnet18", images, "all", 1e3 * images / ms, 3 * ms]
                if version == "cpu_openmp":
                    t.row(version, "wall", side, ms, flop=flop, own=own(ms))
                else:
                    for method, taken in four_ways(ms, 0.1):
                        t.row(version, method, side, taken, flop=flop, least=0.1, own=own(taken))
                for layer, share in types.items():
                    method = "wall" if version == "cpu_openmp" else "events"
                    share *= 0.9 + 0.2 * noise(version, layer)
                    operations = share * flop if layer[0] in "cf" else None
                    t.row(version, method, side, share * ms, flop=operations, own=["resnet18", images, layer, "", ""])
    t.more += [f"breaks even: {v} {m} 128" for v in ("gpu_v1", "gpu_ex63") for m in ("sync", "with_transfers")]
    return t


THREADS = 1, 2, 4, 8, 16  # of which each next one brings a little less


def cores_pi():
    t = Table("lab04_cores", PI, "n", "gsamples_s Gsample/s", PI_COLUMNS, ["sync"], dtype="uint64")
    for threads in THREADS:
        n, ms = 2**22, 10.5 / threads**0.96
        own = ["3.1416", 0.0004, 0.0008, n / ms / 1e6]
        t.row(f"cpu_openmp_{threads}", "wall", n, ms, ("", n, ""), own=own)
    return t


def cores_layers():
    columns = ",layer,count,batch,name"
    t = Table("lab06_cores", LAYERS, "image side", "gflops GFLOP/s", columns, ["sync"], more=["parts: layer"])
    for threads in THREADS:
        t.row(f"cpu_openmp_{threads}", "wall", 224, 90.8 / threads**0.85, flop=8.17e9, own=[0, 53, 1, "all"])
    return t


def libraries_pi():
    t = Table("peers/lab04", "Lab 4 - Monte Carlo pi", "n", "gsamples_s Gsample/s",
              PI_COLUMNS + ",library,backend", ["sync"])  # fmt: skip
    for n in [4**i for i in range(5, 13)]:
        for version, least, rate in ("numpy", 0.3, 1.9e5), ("jax_jit", 0.05, 3e6), ("cupy", 0.06, 4e8):
            ms = least + n / rate
            where = ("sync", "gpu") if version == "cupy" else ("wall", "cpu")
            own = ["3.14", 2 / n**0.5, 1.64 / n**0.5, n / ms / 1e6, "Example 1.0", where[1]]
            t.row(version, where[0], n, ms, ("", n, ""), own=own)
    return t


def libraries_layers():
    t = Table("peers/lab06", "Lab 6 - the layers of ResNet-50", "image side", "gflops GFLOP/s",
              ",layer,count,batch,name,library,backend", ["sync"], more=["parts: layer"])  # fmt: skip
    measured = [  # backend, library, its rates in float32 and float16, ms of a call
        ("cpu", "numpy", 0.4e12, 1.5e9, 0.003),
        ("cpu", "jax", 0.6e12, 0.2e12, 0.05),
        ("cpu", "jax_jit", 0.62e12, 0.25e12, 0.04),
        ("gpu", "cupy", 14e12, 80e12, 0.012),
        ("gpu", "jax", 13e12, 78e12, 0.03),
        ("gpu", "jax_jit", 13e12, 79e12, 0.02),
        ("tpu", "jax", 9e12, 60e12, 0.04),
        ("tpu", "jax_jit", 9e12, 62e12, 0.03),
    ]
    for images in 1, 128:
        for i, (m, n, k, count, name) in enumerate(layers_of_resnet50(), 1):
            m *= images
            for dtype in "float32", "float16":
                for backend, version, *rates, least in measured:
                    if images == 128 and (dtype == "float16" or version == "jax"):
                        continue
                    rate = rates[dtype == "float16"]
                    ms = layer_ms(m, n, k, rate, 0 if backend == "cpu" else 2e5, least)
                    device = {"cpu": "cpu", "gpu": GPU, "tpu": "Example TPU"}[backend]
                    at = {"flop": 2 * m * n * k, "dtype": dtype, "device": device}
                    at["own"] = [i, count, images, name, "Example 1.0", backend]
                    t.row(version, "wall" if backend == "cpu" else "sync", 224, ms, (m, n, k), **at)
    return t


def traffic(folder, lab, rows):
    """What `make traffic` counts at M = N = K = 256."""
    head = ["kit: 0.1", "date: 2026-11-22T11:30:09", "device: counted on the CPU device", "cpu: Example CPU"]
    head += ["threads: 2", f"rows: {len(rows)}"]
    columns = "lab,device,version,size,requests,sectors_per_request,least_per_request,conflicts_per_request,"
    with open(f"{folder}/{lab}_traffic.csv", "w") as file:
        file.writelines(f"# {line}\n" for line in head)
        file.write(f"{columns}bytes_per_flop,sector_bytes_per_flop\n")
        file.writelines(f"{lab},counted,{version},256,{rest}\n" for version, rest in rows)


def main(folder):
    naive = {"gpu_v1": 0.012, "gpu_ex21": 0.05, "gpu_ex22": 0.11, "cublas": 0.9}
    tiled = {"gpu_v1": 0.15, "gpu_ex31": 0.5, "gpu_ex32": 0.7, "gpu_ex33": 0.1, "cublas": 0.9}
    tables = [lab01(), lab04(), lab05(), lab06(), network()]
    tables += [cores_pi(), cores_layers(), libraries_pi(), libraries_layers()]
    tables.append(product("lab02", "Lab 2 - naive matrix product   C = A B, float32", naive))
    tables.append(product("lab03", "Lab 3 - tiled matrix product   C = A B, float32", tiled))
    for table in tables:
        table.write(folder)
    rows = [("gpu_v1", "1050624,16.5302,2.50292,0,4.00781,16.5625")]
    rows += [("gpu_ex21", "1050624,2.50292,2.50292,0,4.00781,2.50781")]
    traffic(folder, "lab02", [*rows, ("gpu_ex22", "657408,1.60748,1.60748,0,2.50781,1.00781")])
    rows = [("gpu_v1", "67584,4,4,0,0.257812,0.257812"), ("gpu_ex31", "18432,4,4,0,0.0703125,0.0703125")]
    traffic(folder, "lab03", [*rows, ("gpu_ex32", "2560,16,16,0,0.0390625,0.0390625")])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 tests/figures/make.py FOLDER")
    main(sys.argv[1])
