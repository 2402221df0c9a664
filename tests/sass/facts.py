#!/usr/bin/env python3
"""What nvcc makes of the answers, on each architecture: registers, blocks of a multiprocessor, spills,
the widths of loads and stores, the share of multiply-adds in the hottest loop. facts.csv holds them.

  tests/sass/facts.py write                     makes facts.csv anew, after an answer or nvcc has changed
  tests/sass/facts.py compare [--arch 75,90] [solution03...]
                                                says what is not as in facts.csv; status 1 if something is
  tests/sass/facts.py before REVISION           the table of facts.csv then and now, as Markdown

With another release of nvcc than facts.csv's, compare prints and ends with 0.
"""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
KIT = os.path.dirname(os.path.dirname(HERE))
FACTS = os.environ.get("FACTS", os.path.join(HERE, "facts.csv"))
ARCHS = "75,80,86,89,90,100,120"
ANSWERS = ["solution%02d" % n for n in range(1, 7)]
COLUMNS = ("answer kernel arch registers shared local spills threads blocks limit trip jumped_over imad fma tensor "
           "share clocks bound_by busy widths").split()


def widths(accesses):
    """global load 32 128; shared store 128"""
    bits = {}
    for a in accesses:
        bits.setdefault((a["space"], a["access"]), set()).add(a["bits"])
    return "; ".join(" ".join([*what, *map(str, sorted(bits[what]))]) for what in sorted(bits))


def facts_of(answer, arch, kernel):
    """A row. Where a kernel is launched with several sizes of blocks: the first."""
    launch = kernel["launches"][0]
    row = {"answer": answer, "kernel": kernel["kernel"], "arch": arch, "registers": kernel["registers"],
           "shared": kernel["shared"], "local": kernel["local"],
           "spills": kernel["spill_stores"] + kernel["spill_loads"], "threads": launch["threads"],
           "blocks": launch["blocks"], "limit": launch["limit"], "widths": widths(kernel["accesses"])}
    for loop in kernel["loops"]:
        if loop["hottest"]:
            kinds, clocks = loop["kinds"], loop["clocks"]
            products = kinds.get("FMA", 0) + kinds.get("tensor", 0)
            most = max(clocks.values())
            row |= {"trip": loop["instructions"], "jumped_over": loop["jumped_over"],
                    "imad": kinds.get("IMAD", 0), "fma": kinds.get("FMA", 0), "tensor": kinds.get("tensor", 0),
                    "share": "%.1f" % (100 * products / loop["instructions"]), "clocks": "%.0f" % most,
                    "bound_by": loop["bound_by"],
                    "busy": "%.1f" % (100 * clocks["tensor" if "tensor" in kinds else "fma"] / most)}
    return {name: str(row.get(name, "")) for name in COLUMNS}


def measured(answers, archs):
    """The rows, and the compiler."""
    rows, compiler = [], ""
    for answer in answers:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "json")
            environment = dict(os.environ, ARCH=archs.replace(",", " "))
            environment.pop("CARD", None)
            done = subprocess.run([os.path.join(KIT, "common/sass.sh"), "--json", path, answer], cwd=KIT,
                                  env=environment, stdout=subprocess.DEVNULL)
            if done.returncode:
                sys.exit(done.returncode)
            with open(path) as f:
                for one in json.load(f)["compiled"]:
                    compiler = one["compiler"]
                    rows += [facts_of(answer, str(one["arch"]), kernel) for kernel in one["kernels"]]
    return sorted(rows, key=key), compiler


def key(row):
    return row["answer"], row["kernel"], int(row["arch"])


def saved(text):
    """The rows, and the compiler, which the first line names."""
    first, rest = text.split("\n", 1)
    return list(csv.DictReader(io.StringIO(rest))), first.removeprefix("# ").split(";")[0]


def read_facts():
    with open(FACTS) as f:
        return saved(f.read())


def write():
    rows, compiler = measured(ANSWERS, ARCHS)
    with open(FACTS, "w", newline="") as f:
        f.write("# %s; made by tests/sass/facts.py write\n" % compiler)
        out = csv.DictWriter(f, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def differences(held, now):
    """What is not as it was, a line each."""
    held, now = ({key(row): row for row in rows} for rows in (held, now))
    for k in sorted(held.keys() | now.keys()):
        name = "%s %s sm_%d" % k
        if k not in now or k not in held:
            yield "%s: %s" % (name, "is gone" if k in held else "is new")
            continue
        for column in COLUMNS:
            if held[k][column] != now[k][column]:
                yield "%s: %s is %s, was %s" % (name, column, now[k][column] or "none", held[k][column] or "none")


def compare(words):
    archs = words.pop(1) if words[:1] == ["--arch"] else None
    answers = words[1 if archs else 0:] or ANSWERS
    held, compiler = read_facts()
    held = [r for r in held if r["answer"] in answers and (not archs or r["arch"] in archs.split(","))]
    now, compiler_now = measured(answers, archs or ARCHS)
    found = list(differences(held, now))
    print("\n".join(found + ["%d facts, %d differ" % (len(COLUMNS) * len(now), len(found))]))
    release = compiler.split(".")[:2]
    if found and compiler_now.split(".")[:2] != release:
        print("facts.csv is of %s, this is %s: no verdict" % (compiler, compiler_now))
        found = []
    return 1 if found else 0


def before(revision):
    then = subprocess.run(["git", "show", revision + ":tests/sass/facts.csv"], cwd=KIT, check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    old, new = ({key(row): row for row in rows} for rows in (saved(then)[0], read_facts()[0]))
    shown = "registers blocks spills share clocks busy bound_by".split()
    print("| kernel | sm | %s |\n|---|--:|%s" % (" | ".join(shown), "--:|" * len(shown)))
    for k in sorted(old.keys() | new.keys()):
        cells = [(old.get(k, {}).get(c, "-") or "-", new.get(k, {}).get(c, "-") or "-") for c in shown]
        if any(a != b for a, b in cells):
            print("| `%s` | %d | %s |" % (k[1], k[2], " | ".join(a if a == b else a + " → " + b for a, b in cells)))


def main(words):
    if words == ["write"]:
        return write()
    if words[:1] == ["compare"]:
        return compare(words[1:])
    if words[:1] == ["before"] and len(words) == 2:
        return before(words[1])
    print(__doc__.strip(), file=sys.stderr)
    return 2


sys.exit(main(sys.argv[1:]))
