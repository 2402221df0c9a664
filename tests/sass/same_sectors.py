#!/usr/bin/env python3
"""tests/sass/same_sectors.py JSON JSON - do two reports of traffic say the same of global memory, kernel by
kernel: sectors, and bytes that loads, stores and atomics touch? Requests may differ: a compiler joins them.
Status 0: the same; 1: not so, a line for each."""
import json
import sys


def sectors(path):
    sums = {}
    with open(path, encoding="utf-8") as report:
        for kernel in json.load(report)["kernels"]:
            for line in kernel["lines"]:
                if line["space"] == "global":
                    key = kernel["kernel"], line["access"]
                    sums[key] = sums.get(key, 0) + line["sectors"]
    return sums


one, other = sectors(sys.argv[1]), sectors(sys.argv[2])
different = [key for key in sorted(one.keys() | other.keys()) if one.get(key) != other.get(key)]
for key in different:
    print(f"{key[0]}, {key[1]}s: {one.get(key)} and {other.get(key)} sectors")
print(f"{len({key[0] for key in one})} kernels ask the same" if not different else "not the same")
sys.exit(bool(different) or not one)
