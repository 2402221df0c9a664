#!/usr/bin/env python3
"""tests/shell/notebook.py - reads and runs a notebook with Python's standard library alone.

    tests/shell/notebook.py run NOTEBOOK [NAME=VALUE...] [CELLS=N]
        its code cells in order, in its folder, up to the N-th; NAME = "..." of the first one becomes
        NAME = "VALUE". It knows Python and %%writefile, and ends at the first cell that fails.
    tests/shell/notebook.py check NOTEBOOK
        that it is nbformat 4 as Jupyter writes it, without outputs, and has nothing that "run" cannot
    tests/shell/notebook.py tidy NOTEBOOK
        makes it so after it was edited in Jupyter; and a cell %%writefile results/mine/X.cu gets, after
        its first two lines, the X.cu of the lab
    tests/shell/notebook.py text en|es NOTEBOOK
        its text: what is quoted ("> ") is Spanish, the rest is English

status 0: all is well; 1: a cell failed, or the notebook is not as it should be; 2: bad usage
"""

import ast
import glob
import json
import os
import re
import sys
import traceback
import types

KIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def refuse(words, status=2):
    print(f"notebook: {words}", file=sys.stderr)
    sys.exit(status)


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        return text, json.loads(text)
    except OSError as error:
        refuse(f"{path}: {error.strerror}")
    except ValueError as error:
        refuse(f"{path}: is no JSON: {error}", 1)


def sources(notebook, kind):
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def written_to(source):
    """The file that a cell %%writefile writes, or None for a cell of Python."""
    words = source.split("\n", 1)[0].split()
    return words[1] if len(words) == 2 and words[0] == "%%writefile" else None


def dumped(notebook):
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


# ---- check, tidy ---------------------------------------------------------------------------------


def complaints(text, notebook):
    """What is not as Jupyter would write it, or as a reader of a diff would like it."""
    if notebook.get("nbformat") != 4 or not isinstance(notebook.get("cells"), list):
        yield "is not of nbformat 4"
        return
    keys = {
        "code": ["cell_type", "execution_count", "metadata", "outputs", "source"],
        "markdown": ["cell_type", "metadata", "source"],
    }
    for number, cell in enumerate(notebook["cells"], 1):
        kind, lines = cell.get("cell_type"), cell.get("source")
        if sorted(cell) != keys.get(kind):
            yield f"cell {number}: has {', '.join(sorted(cell))}"
            continue
        if kind == "code" and (cell["outputs"] or cell["execution_count"] is not None):
            yield f"cell {number}: has outputs of a run"
        if not lines or not all(re.fullmatch(r"[^\n]*\n", line) for line in lines[:-1]) or "\n" in lines[-1]:
            yield f"cell {number}: must have one line of source per line of the file"
        elif kind == "code" and not written_to("".join(lines)):
            try:
                ast.parse("".join(lines))
            except SyntaxError as error:
                yield f"cell {number}, line {error.lineno}: neither Python nor %%writefile FILE: {error.text}"
        for line in lines:
            if len(line) > 110:
                yield f"cell {number}: a line of {len(line)} signs: {line[:40]}..."
    if text != dumped(notebook):
        yield "must be indented by one blank, with sorted keys, as Jupyter does it"


def with_starter(source):
    """The source of a cell, with the lab's file in it as it is now, if it is a cell that shows one."""
    found = glob.glob(f"{KIT}/lab[0-9][0-9]_*/{os.path.basename(written_to(source) or '/')}")
    if not written_to(source) or not found:
        return source
    with open(found[0], encoding="utf-8") as file:
        return "\n".join(source.split("\n")[:2]) + "\n" + file.read().rstrip("\n")


def tidy(path):
    _, notebook = read(path)
    notebook["nbformat_minor"] = 4  # 5 has ids of cells
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        cell.pop("id", None)
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
        cell["source"] = with_starter("".join(cell["source"])).splitlines(keepends=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(dumped(notebook))


# ---- run -----------------------------------------------------------------------------------------


def show(picture):
    print(f"[picture of {os.path.getsize(picture.path)} bytes]")


class Image:
    """What the notebook takes of IPython: a picture must be a PNG, and there."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            if file.read(4) != b"\x89PNG":
                raise ValueError(f"{path}: is no PNG")


def settle(source, settings):
    for name, value in settings.items():
        source, count = re.subn(rf'^{name} = "[^"\n]*"', lambda _: f'{name} = "{value}"', source, flags=re.M)
        if count != 1:
            refuse(f'the first code cell must have one line {name} = "..."')
    return source


def run(path, settings):
    _, notebook = read(path)
    os.chdir(os.path.dirname(path) or ".")
    display = types.ModuleType("IPython.display")
    display.Image, display.display = Image, show
    sys.modules.update({"IPython": types.ModuleType("IPython"), "IPython.display": display})
    last = int(settings.pop("CELLS", 1000))
    names = {"__name__": "__main__"}
    for number, source in enumerate(sources(notebook, "code")[:last], 1):
        print(f"---- cell {number}", flush=True)
        file = written_to(source)
        try:
            if file:
                with open(file, "w", encoding="utf-8") as new:
                    new.write(source.split("\n", 1)[1] + "\n")
            else:
                source = settle(source, settings) if number == 1 else source
                exec(compile(source, f"cell {number}", "exec"), names)
        except Exception as error:
            own = getattr(error, "_render_traceback_", None)
            print("\n".join(own()) if own else traceback.format_exc(), file=sys.stderr)
            refuse(f"cell {number} failed, the rest was not run", 1)


def main(words):
    if len(words) == 2 and words[0] == "check":
        found = list(complaints(*read(words[1])))
        for complaint in found:
            print(f"{words[1]}: {complaint}")
        sys.exit(1 if found else 0)
    elif len(words) == 2 and words[0] == "tidy":
        tidy(words[1])
    elif len(words) == 3 and words[0] == "text" and words[1] in ("en", "es"):
        for source in sources(read(words[2])[1], "markdown"):
            for line in source.split("\n"):
                if line.startswith(">") == (words[1] == "es"):
                    print(line.lstrip("> "))
    elif len(words) >= 2 and words[0] == "run" and all("=" in word for word in words[2:]):
        run(words[1], dict(word.split("=", 1) for word in words[2:]))
    else:
        refuse("unknown words; the first lines of tests/shell/notebook.py say what it takes")


main(sys.argv[1:])
