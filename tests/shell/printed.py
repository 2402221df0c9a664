#!/usr/bin/env python3
"""tests/shell/printed.py SHEET.md SHEET.pdf - is the sheet on paper as it should be? A line for each fault.

A4, 2 to 15 pages; no word beyond the margins; every hint and answer under its label, after the last section;
every block of code whole on one page; powers of two raised. Needs pdfinfo and pdftotext. Status 0: yes; 1: no.
"""
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def squeezed(text):
    return re.sub(r"\s+", "", text)


def faults(sheet, pdf):
    text = run("pdftotext", "-layout", pdf, "-")
    size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", run("pdfinfo", pdf))
    if (round(float(size[1])), round(float(size[2]))) != (595, 842):
        yield f"is no A4: {size[0]}"
    pages = text.rstrip("\f").split("\f")
    if not 2 <= len(pages) <= 15:
        yield f"has {len(pages)} pages"
    margin = 18 / 25.4 * 72 - 2
    for left, right, word in re.findall(r'xMin="([\d.]+)".*xMax="([\d.]+)".*>(.*)</word>',
                                        run("pdftotext", "-bbox", pdf, "-")):
        if float(left) < margin or float(right) > float(size[1]) - margin:
            yield f"'{word}' is beyond the margin"

    labels = re.findall(r"<summary>(.*)</summary>", sheet)
    headings = re.findall(r"^## (.*)", re.sub(r"```.*?```", "", sheet, flags=re.S), re.M)
    words = squeezed(text)
    heading = squeezed(re.sub("`", "", headings[-1]))
    last = words.rfind(heading)
    folds = "<summary>" in sheet[sheet.rfind(headings[-1]):]  # then it stands in the appendix, too
    if folds:
        last = words.rfind(heading, 0, last)
    if last < 0:
        yield f"lacks the section {headings[-1]}"
    for label in sorted(set(labels)):
        at_the_end = words[last:].count(squeezed(label)) - (label in ("Answers", "Respuestas")) * (1 + folds)
        if at_the_end != labels.count(label) or words[:last].count(squeezed(label)) > (
                label in ("Answers", "Respuestas")):
            yield f"has '{label}' {at_the_end} times at the end, of {labels.count(label)}"

    on_pages = [squeezed(page) for page in pages]
    for block in re.findall(r"^```.*?\n(.*?)^```", sheet, re.S | re.M):
        lines = [squeezed(line) for line in block.splitlines() if line.strip()]
        if not any(all(line in page for line in lines) for page in on_pages):
            yield f"has torn the code that begins with '{block.splitlines()[0]}'"
    prose = re.sub(r"`[^`]*`", "", re.sub(r"^```.*?^```", "", sheet, flags=re.S | re.M))
    power = re.search(r"\b(\w+)\^(-?\d+)", prose)
    if power and re.search(re.escape(power[0]), re.sub(r"\s+", " ", text)) and (
            power[0] not in "".join(re.findall(r"`[^`]*`|```.*?```", sheet, re.S))):
        yield f"has {power[0]} as it is typed"


def main():
    with open(sys.argv[1], encoding="utf-8") as sheet:
        found = list(faults(sheet.read(), sys.argv[2]))
    for fault in found:
        print(f"{sys.argv[2]}: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
