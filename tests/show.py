#!/usr/bin/env python3
"""tests/show.py PAGE JSON - is a page of make show what it says it is?

Prints `N rows agree` where every number beside a line is that of make traffic's JSON, and the page
needs nothing but itself. Status 1: a line for each thing that is not so."""
import html.parser
import json
import os
import re
import sys

WORDS = {"load": "load", "store": "store", "atomic": "atomic", "lectura": "load", "escritura": "store",
         "atómica": "atomic", "shared": "shared", "compartida": "shared", "global": "global"}


class Page(html.parser.HTMLParser):
    """Rows of the tables of class code: cells by their columns, with the number of the line."""

    def __init__(self):
        super().__init__()
        self.rows, self.cell, self.line, self.headings = [], None, None, []
        self.scripts, self.needs, self.in_script, self.in_heading = [], [], False, False

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.needs += [f"<{tag} {a}>" for a in ("src", "srcset", "action", "data") if a in attrs]
        self.needs += [f"<{tag}>"] if tag in ("link", "img", "iframe", "object", "embed", "base") else []
        self.needs += [attrs["href"]] if not attrs.get("href", "#").startswith("#") else []
        self.needs += [f"{a} of <{tag}>" for a in attrs if a.startswith("on")]
        self.in_script = tag == "script"
        self.in_heading = tag == "h3"
        if self.in_script:
            self.scripts.append("")
        if tag == "h3":
            self.headings.append("")
        if tag == "tr" and "data-at" in attrs:
            self.line = tuple(map(int, attrs["data-at"].split(":")))
        if tag == "tr" and re.match("(m|more) ", attrs.get("class") or ""):
            self.rows.append([])
        self.cell = tag == "td" and "data-l" in attrs
        if self.cell:
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self.in_script = self.in_heading = False
        if tag == "td":
            self.cell = False
        if tag == "tr" and self.rows and len(self.rows[-1]) == 8:
            self.rows[-1].append(self.line)

    def handle_data(self, data):
        if self.in_script:
            self.scripts[-1] += data
        if self.in_heading:
            self.headings[-1] += data
        if self.cell:
            self.rows[-1][-1] += data


def number(text):
    return None if text == "–" else float(re.sub("[\u202f\u00a0]", "", text).replace(",", "."))


def main():
    path, reported = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    page = Page()
    page.feed(text)
    wrong = [f"it needs {what}" for what in page.needs]
    wrong += [f"it names {url}" for url in re.findall(r"\w+://\S*|url\([^)]*", text)]
    if os.path.getsize(path) > 2_000_000:
        wrong.append(f"it has {os.path.getsize(path)} bytes")
    if len(page.scripts) != 3:
        wrong.append(f"it has {len(page.scripts)} scripts, not 3")
    json.loads(page.scripts[0])
    files = [name.encode("latin-1").decode("utf-8", "replace") for name in json.loads(page.scripts[1])]
    with open(reported, encoding="utf-8") as file:
        kernels = json.load(file)["kernels"]
    expected = sorted((line["file"].encode("latin-1").decode("utf-8", "replace"), line["line"], line["access"],
                       line["space"], line["requests"],
                       line["sectors"] if line["space"] == "global" else None,
                       f"{line['sectors_per_request']:.2f}" if line["space"] == "global" else None,
                       f"{line['least_per_request']:.2f}",
                       f"{line['bank_conflicts_per_request']:.2f}" if line["space"] == "shared" else None)
                      for kernel in kernels for line in kernel["lines"])
    found, barriers = [], 0
    for _, does, memory, requests, *values, line in page.rows:
        if memory == "–":
            barriers += number(requests)
            continue
        sectors, per, least, conflicts = map(number, values)
        two = [None if x is None else f"{x:.2f}" for x in (per, least, conflicts)]
        found.append((files[line[0]], line[1], WORDS[does.rstrip(" ~")], WORDS[memory], number(requests),
                      sectors, *two))
    found.sort(key=str)
    expected.sort(key=str)
    for row in expected:
        if row not in found:
            wrong.append(f"counted, and not on the page: {row}")
    for row in found:
        if row not in expected:
            wrong.append(f"on the page, and not counted: {row}")
    if len(found) != len(expected):
        wrong.append(f"{len(found)} rows, {len(expected)} counted")
    counted = sum(kernel["counts"]["barriers"] for kernel in kernels)
    if barriers != counted:
        wrong.append(f"{barriers:.0f} barriers, {counted} counted")
    print("\n".join(wrong) if wrong else f"{len(found)} rows agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
