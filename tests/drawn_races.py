#!/usr/bin/env python3
"""drawn_races.py SEED: draws kernels of a few loads, stores and atomics, of one to eight bytes, with barriers between
them, some in a loop. By the rules of CUDA's memory model it works out which have a race, and compares with what the bug
finder finds: whether there is one, and that the lines it names do race. A kernel that differs is printed.
Used by shell/check.bats."""
import json
import os
import random
import subprocess
import sys
from itertools import combinations

KERNELS, CELLS = 60, 128


def drawn_index(draw):
    """An index in C, and what it is for thread t of B."""
    factor, offset = draw.choice([(1, 0)] * 3 + [(1, 1), (1, 31), (1, 32), (1, 64), (2, 0), (3, 1), (32, 0), (0, 2)])
    part = draw.choice([2, 4, 32])
    linear = f"({factor} * t + {offset}) % {CELLS}", lambda t, B: (factor * t + offset) % CELLS
    return draw.choice([linear] * 3 + [
        ("B - 1 - t", lambda t, B: B - 1 - t),
        (f"t / {part}", lambda t, B: t // part)])


def drawn_condition(draw):
    bound, every = draw.choice([1, 16, 32, 33, 64]), draw.choice([2, 3, 32])
    one = draw.choice([0, 1, 31, 32, 63])
    return draw.choice([("", lambda t: True)] * 2 + [
        (f"if (t == {one}) ", lambda t: t == one),
        (f"if (t < {bound}) ", lambda t: t < bound),
        (f"if (t >= {bound}) ", lambda t: t >= bound),
        (f"if (t % {every} == 1) ", lambda t: t % every == 1)])


STATEMENTS = {"x += %s[%s];": "r", "%s[%s] = 1000 * (blockIdx.x + 1) + t;": "w", "%s[%s] += 3 * t + 1;": "rw",
              "atomicAdd(&%s[%s], t + 1);": "a"}
VIEWS = {"s": 4, "c": 1, "h": 2, "d": 8}  # int, char, short, long long: bytes


class Kernel:
    def __init__(self, draw, name, lines):
        """Appends its lines to those of the program."""
        self.name, self.shared = name, draw.random() < 0.6
        self.threads, self.blocks = draw.choice([32, 64, 96, 100]), draw.choice([1, 2])
        self.begin, likely = len(lines), draw.choice([0.2, 0.4, 0.7])
        self.accesses, self.barriers = [], []  # (place, line, kind, bytes, index, condition); (place, of a warp alone?)
        lines += [f"__global__ void {name}(int *g, long long *out)", "{",
                  "    const int t = threadIdx.x, B = blockDim.x;", "    long long x = B;"]
        lines += [f"    __shared__ __align__(8) int s[{CELLS}];", f"    for (int i = t; i < {CELLS}; i += B)",
                  "        s[i] = i;", "    __syncthreads();"] if self.shared else ["    int *s = g;"]
        lines += ["    char *c = (char *)s;", "    short *h = (short *)s;", "    long long *d = (long long *)s;"]
        place = 0
        for _ in range(draw.randrange(1, 4)):
            rounds, body = draw.choice([1, 1, 2]), []
            indent = "    " * rounds
            if rounds > 1:
                lines.append("    for (int round = 0; round < 2; round++) {")
            for _ in range(draw.randrange(1, 3)):
                if draw.random() < likely + 0.15:
                    whole = draw.random() < likely / (likely + 0.15)
                    lines.append(indent + ("__syncthreads();" if whole else "__syncwarp();"))
                    body.append((not whole,))
                (index, at), (condition, who) = drawn_index(draw), drawn_condition(draw)
                statement = draw.choice(list(STATEMENTS))
                view = "s" if "atomic" in statement else draw.choice("sssschd")
                size = VIEWS[view]
                lines.append(indent + condition + statement % (view, f"({index}) % {CELLS * 4 // size}"))
                for kind in STATEMENTS[statement]:
                    body.append((len(lines), kind, size, at, who))
            if rounds > 1:
                lines.append("    }")
            for _ in range(rounds):
                for step in body:
                    place += 1
                    if len(step) == 1:
                        self.barriers.append((place, step[0]))
                    else:
                        self.accesses.append((place,) + step)
        lines += ["    out[blockIdx.x * B + t] = x;", "}"]
        self.end = len(lines)

    def ordered(self, one, other):
        """Two accesses (place, line, kind, block, thread): the same thread's, or a barrier of both is between them."""
        if one[3:] == other[3:]:
            return True
        return one[3] == other[3] and any(
            min(one[0], other[0]) < place < max(one[0], other[0]) and (not of_warp or one[4] // 32 == other[4] // 32)
            for place, of_warp in self.barriers)

    def races(self):
        """The pairs of lines that race."""
        cells = {}
        for place, line, kind, size, at, who in self.accesses:
            for block in range(self.blocks):
                for t in filter(who, range(self.threads)):
                    first = at(t, self.threads) % (CELLS * 4 // size) * size
                    for byte in range(first, first + size):
                        cells.setdefault((byte, block if self.shared else 0), []).append((place, line, kind, block, t))
        return {tuple(sorted((one[1], other[1]))) for accesses in cells.values()
                for one, other in combinations(accesses, 2)
                if one[2] + other[2] not in ("rr", "aa") and not self.ordered(one, other)}


def main():
    draw = random.Random(int(sys.argv[1]))
    lines, folder = ["#include <cuda_runtime.h>"], os.environ.get("TMPDIR", "/tmp")
    source, found_in = f"{folder}/drawn.cu", f"{folder}/drawn.json"
    kernels = [Kernel(draw, f"k{i}", lines) for i in range(KERNELS)]
    lines += ["int main(void)", "{", "    int *g;", "    long long *out;",
              f"    cudaMalloc(&g, {CELLS} * sizeof(int));",
              "    cudaMalloc(&out, 200 * sizeof *out);", f"    cudaMemset(g, 0, {CELLS} * sizeof(int));"]
    lines += [f"    {k.name}<<<{k.blocks}, {k.threads}>>>(g, out);" for k in kernels]
    lines += ["    cudaDeviceSynchronize();", "    cudaFree(g);", "    cudaFree(out);", "}", ""]
    with open(source, "w", encoding="ascii") as f:
        f.write("\n".join(lines))
    subprocess.run(["make", "-s", "QUICK=1", "check", f"FILE={source}", f"JSON={found_in}"], check=False,
                   env=dict(os.environ, CPU_DEVICE_WITNESS="0"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(found_in, encoding="ascii") as f:
        findings = json.load(f)["findings"]
    racing = others = 0
    for kernel in kernels:
        races = kernel.races()
        of_it = [f for f in findings if f["kernel"] == kernel.name]
        named = {tuple(sorted(p["line"] for p in (f["places"] * 2)[:2])) for f in of_it}
        racing += bool(races)
        if bool(races) != bool(named) or named - races or any(f["kind"] != "race" for f in of_it):
            others += 1
            print("\n".join(lines[kernel.begin:kernel.end]))
            print(f"line 1 is {kernel.begin + 1}; races {sorted(races)}, found {sorted(named)}")
    others += sum(f["kernel"] not in [k.name for k in kernels] for f in findings)
    print(f"{racing} of {KERNELS} kernels with a race, {others} judged otherwise")
    return others > 0


sys.exit(main())
