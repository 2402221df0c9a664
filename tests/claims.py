"""claims.py [CSV]: every place of reference/claims.csv has its phrase; columns are whole, claims differ.

Run in the kit's root. Prints what is wrong, a line each. Status 0: nothing."""
import collections
import csv
import os
import re
import sys

COLUMNS = ["claim", "where", "card", "source", "how"]
HOW = re.compile(r"^(.*read|known|derived|nvcc's code|tested)\b")
MOST = 150


def flat(text):
    """Breaks between lines, with a comment's asterisk or a quote's backslash, count as a blank."""
    return re.sub(r"\s+", " ", re.sub(r"\n\s*(\* |// |#  ?|\.\.\. )?", " ", text))


def faults(path):
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    rows = list(csv.reader(lines))
    if rows[0] != COLUMNS:
        yield f"columns: {','.join(rows[0])}"
    if not 50 <= len(rows) - 1 <= MOST:
        yield f"{len(rows) - 1} claims, 50 to {MOST} are expected"
    for claim, n in collections.Counter(row[0] for row in rows).items():
        if n > 1:
            yield f"twice: {claim}"
    for row in rows[1:]:
        if len(row) != len(COLUMNS) or not all(row):
            yield f"{row[0]}: {len(row)} columns, or an empty one"
            continue
        if not HOW.match(row[4]):
            yield f"{row[0]}: how: {row[4]}"
        for place in row[1].split(" | "):
            file, _, phrase = place.partition(": ")
            if not phrase or not os.path.isfile(file):
                yield f"{row[0]}: no file {file}, or no phrase"
                continue
            with open(file, encoding="utf-8") as text:
                if flat(phrase) not in flat(text.read()):
                    yield f"{row[0]}: {file} does not say: {phrase}"


def main():
    found = list(faults(sys.argv[1] if len(sys.argv) > 1 else "reference/claims.csv"))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
