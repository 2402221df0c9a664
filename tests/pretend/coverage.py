"""tests/pretend/coverage.py COUNTS BUILD - what coverage.sh has counted in COUNTS/before and COUNTS/after."""

import glob
import json
import os
import re
import shutil
import subprocess
import sys

counts, build = sys.argv[1:]
kit = os.getcwd()
OURS = re.compile(r"(common/(engine|gemm)/|lab\d\d_[a-z_]+/(network/)?(lab|network|tables|copies|[a-z_]+)).*\.(cu|c)$")
ASKS = re.compile(r"is_cpu|observer\.|flush_buffer")


def count(folder):
    """{file: {line: runs}}, and the same for branches: {file: {line: [runs]}}"""
    lines, branches = {}, {}
    here = f"{counts}/{folder}{kit}/{build}/new"
    for gcno in glob.glob(f"{build}/new/*/*.gcno"):
        beside = here + gcno.removeprefix(f"{build}/new")
        if not os.path.exists(beside.removesuffix("gcno") + "gcda"):
            continue
        shutil.copy(gcno, beside)
        out = subprocess.run(["gcov", "-b", "-j", "-t", beside], capture_output=True, check=True).stdout
        for file in json.loads(out)["files"]:
            name = os.path.relpath(os.path.join(kit, file["file"]), kit)
            if not OURS.match(name):
                continue
            for line in file["lines"]:
                n = line["line_number"]
                old = lines.setdefault(name, {})
                old[n] = old.get(n, 0) + line["count"]
                runs = [b["count"] for b in line["branches"] if not b["throw"]]
                before = branches.setdefault(name, {}).setdefault(n, [0] * len(runs))
                branches[name][n] = ([a + b for a, b in zip(before, runs)] if len(before) == len(runs)
                                     else before or runs)
    return lines, branches


before, before_ways = count("before")
after, after_ways = count("after")
only, never = 0, {}
for name in sorted(after):
    text = [""] + open(name, encoding="utf-8").read().splitlines()
    for n in sorted(set(before.get(name, {})) | set(after[name])):
        ran, runs = before.get(name, {}).get(n, 0), after[name].get(n, 0)
        if not ran and runs:
            only += 1
        elif not ran and not runs:
            never.setdefault(name, []).append((n, text[n].strip()))

print(f"lines that only the pretend GPU runs: {only}")
print(f"lines that neither runs: {sum(map(len, never.values()))}")
for name, found in never.items():
    for n, words in found:
        print(f"  {name}:{n}: {words}")
print("questions whether it is the CPU device: how often each way")
for name in sorted(after_ways):
    text = [""] + open(name, encoding="utf-8").read().splitlines()
    for n, runs in sorted(after_ways[name].items()):
        if not ASKS.search(text[n]) or not runs:
            continue
        old = before_ways.get(name, {}).get(n, [0] * len(runs))
        both = [a + b for a, b in zip(old, runs)]
        mark = "" if all(both) else "  ONE WAY ONLY"
        print(f"  {name}:{n}: {old} before, {both} after{mark}: {text[n].strip()}")
