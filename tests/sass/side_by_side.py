#!/usr/bin/env python3
"""tests/sass/side_by_side.py [solution01...] - what the answers ask the memory for, as g++ builds them for the CPU
device and as nvcc does: the tables of common/sass/README.md, a line for each kernel, and one for each line whose
loads ptxas joins. Run it anew for other compilers. Needs nvcc and nvdisasm. Status 1: something does not build."""
import json
import os
import re
import subprocess
import sys
import tempfile

ANSWERS = ["solution01", "solution02", "solution03", "solution04", "solution06"]


def report(build, *command):
    with tempfile.NamedTemporaryFile() as file:
        words = [command[0], *command[1:-1], "--json", file.name, command[-1]]
        done = subprocess.run(words, env={**os.environ, "BUILD": build}, capture_output=True, check=False)
        if done.returncode:
            sys.exit(done.stdout.decode() + done.stderr.decode())
        return json.load(file)


def add(sums, kernel, key, number):
    sum_of = sums.setdefault(re.sub("<.*", "", kernel), {})
    sum_of[key] = None if number is None or sum_of.get(key, 0) is None else sum_of.get(key, 0) + number


def add_lines(sums, who, kernels):
    for kernel in kernels:
        for line in kernel["lines"]:
            add(sums, kernel["kernel"], (who, line["space"]), line["requests"])
            add(sums, kernel["kernel"], (who, "sectors"), line["sectors"])


def cell(sum_of, who, what):
    number = sum_of.get((who, what), 0)
    return "unknown" if number is None else f"{number:,}".replace(",", " ") if number else "-"


def v1_first(name):
    return name.replace("_v1_", "_!_")


COLUMNS = [("gcc", "global"), ("ptx", "global"), ("gcc", "sectors"), ("ptx", "sectors"),
           ("gcc", "shared"), ("ptx", "shared"), ("sass", "shared")]
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
in_build, joined = os.environ.get("BUILD", "build/cpu"), []
print("| kernel | global: requests, g++ | nvcc | sectors, g++ | nvcc | shared: requests, g++ | PTX | SASS |")
print("|---|--:|--:|--:|--:|--:|--:|--:|")
for answer in sys.argv[1:] or ANSWERS:
    table = {}
    add_lines(table, "gcc", report(in_build + "/traffic", "common/traffic.sh", answer)["kernels"])
    by_nvcc = report(in_build, "common/ptx.sh", "--sass", answer)
    add_lines(table, "ptx", by_nvcc["kernels"])
    rows = []
    for row in by_nvcc["sass"]:
        add(table, row["kernel"], ("sass", row["space"]), row["requests"])
        if 0 < row["ptx_bits"] < row["bits"]:
            row["file"] = os.path.basename(row["file"])
            rows.append("| `{kernel}` | {file}:{line} | {access} | {ptx_instructions} x {ptx_bits} | "
                        "{instructions} x {bits} |".format(**row))
    joined += sorted(rows, key=v1_first)
    for name in sorted(table, key=v1_first):
        print(f"| `{name}` | " + " | ".join(cell(table[name], *column) for column in COLUMNS) + " |")
if joined:
    print("\n| kernel | line | | in PTX | in SASS |\n|---|---|---|--:|--:|")
    print("\n".join(joined))
