#!/usr/bin/env python3
"""tests/sass/compare.py FILE.cu JSON - does the JSON of make traffic BY=nvcc say what the file expects?

Behind an access stands "/* = load 128 1 4, load 32 2 2 */": bits, requests, wavefronts; "load ?": not
known. Lines without it are not compared. Status 0: all agree; 1: not so, a line for each."""
import json
import os
import re
import sys

expected = {}
with open(sys.argv[1], encoding="utf-8") as source:
    for number, line in enumerate(source, 1):
        found = re.search(r"/\* = ([^*]*) \*/", line)
        if found:
            expected[number] = sorted(found[1].split(", "))
with open(sys.argv[2], encoding="utf-8") as report:
    rows = json.load(report)["sass"]
said = {}
for row in rows:
    if row["space"] == "shared" and os.path.basename(row["file"]) == os.path.basename(sys.argv[1]):
        numbers = "?" if row["requests"] is None else f"{row['bits']} {row['requests']} {row['units']}"
        said.setdefault(row["line"], []).append(f"{row['access']} {numbers}")
wrong = 0
for number, words in expected.items():
    got = sorted(said.get(number, ["nothing"]))
    if any(word.endswith("?") for word in words): # a loop also has loads
        got = [word for word in got if word in words]
    if got != words:
        print(f"line {number}: {', '.join(got)}, expected {', '.join(words)}")
        wrong += 1
print(f"{len(expected) - wrong} agree")
sys.exit(wrong > 0 or not expected)
