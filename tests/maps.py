#!/usr/bin/env python3
"""tests/maps.py - does a folder's README.md still say what the folder is?

  maps.py files FOLDER            files that no line of the map names, and names without a file
  maps.py arrows FOLDER [BUILD]   who uses whom, against the map's order
  maps.py draw FOLDER [BUILD]     the same as a graph for dot; in red what the map does not allow
  maps.py calls README...         which script of the whole kit names which, against their blocks "calls:"

The map is FOLDER/README.md, in the kit that is the working directory. It names files in tables
whose first column is called file or folder; a name is `order.cu`, `engine/{order,once}.cu`,
`shell/*.bats`, or a folder with all that is in it, `wrong/`. Below a heading "## engine/" names are
those of that folder, and its files need a line each. The map's order is a block between fences that
begins with the line "arrows:":

    arrows:
    order.cu -> once.cu time.cu        # order uses once and time, and what these use
    once.cu time.cu -> check.c
    tools/                             # uses nobody

A name stands for that file and for its header or source beside it, unless the header has a name of
its own in the block; it may have a folder, need have no extension, or be a whole folder. Uses are
#include lines and, of objects under BUILD, symbols. A file that is elsewhere is named by its folder:
cpu_device/, common/. Lines about <op> or labNN are for people. In a block "calls:" names are those of the
whole kit, `common/figures/`; a script uses what its path names outside of comments, what it imports or
includes. ./setup.sh is what a person is told to type; tests, reference and what has a map of arrows is left out.

Status 0: as the map says; 1: not so, a line for each; 2: no such map."""
import ctypes
import fnmatch
import glob
import itertools
import os
import re
import subprocess
import sys
import tempfile

CODE = (".c", ".cpp", ".cu", ".h", ".hpp")


def files_below(folder):
    """Every file of the kit, tracked or new, but for hidden ones and what is built."""
    git = ["git", "ls-files", "-z", "-c", "-o", "--exclude-standard", "--", folder]
    if os.path.exists(".git"):
        found = subprocess.run(git, capture_output=True, check=True).stdout.decode().split("\0")
    else:
        found = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]
    found = {os.path.normpath(path) for path in found if path and "__pycache__" not in path}
    return sorted(p for p in found if os.path.isfile(p) and not os.path.basename(p).startswith("."))


def expand(name):
    """engine/{a,b}.c: both names."""
    braces = re.search(r"\{([^{}]*)\}", name)
    if not braces:
        return [name]
    parts = [name[: braces.start()] + part.strip() + name[braces.end() :] for part in braces[1].split(",")]
    return [each for part in parts for each in expand(part)]


def read_map(folder):
    try:
        with open(os.path.join(folder, "README.md"), encoding="utf-8") as readme:
            return readme.read().splitlines()
    except OSError as error:
        print(f"{folder}/README.md: there is no map: {error.strerror}")
        sys.exit(2)


# ---- which files there are ---------------------------------------------------------------------


def names_in(lines):
    """What the tables name, below the map's folder, and the folders that have a section of their own."""
    names, sections, section, first_column = [], [], "", None
    for line in lines:
        heading = re.match(r"##+ +`?([\w./-]+/)`?\s*$", line)
        if line.startswith("#"):
            section = heading[1] if heading else ""
            sections += [section] if section else []
        if not line.startswith("|"):
            first_column = None
            continue
        first = line.split("|")[1].strip()
        if first_column is None:
            first_column = first.lower()
        elif first_column in ("file", "folder") and not set(first) <= set("-: "):
            names += [section + each for name in re.findall(r"`([^`]+)`", first) for each in expand(name)]
    return names, sections


def names_file(folder, name, path):
    name = os.path.join(folder, name)
    if name.endswith("/"):
        return path.startswith(name)
    return name.count("/") == path.count("/") and fnmatch.fnmatchcase(path, name)


def elsewhere(folder, name):
    return name.startswith("../") and os.path.isfile(os.path.join(folder, name))


def files(folder):
    names, sections = names_in(read_map(folder))
    present = files_below(folder)
    told = [f"{folder}/README.md: names no file at all"] if not names else []
    enough = [name for name in names if name not in sections]
    for path in present:
        if path != f"{folder}/README.md" and not any(names_file(folder, name, path) for name in enough):
            told.append(f"{folder}/README.md: does not name {path}")
    for name in names:
        if not any(names_file(folder, name, path) for path in present) and not elsewhere(folder, name):
            told.append(f"{folder}/README.md: names {name}, and there is no such file")
    return told


# ---- who uses whom -----------------------------------------------------------------------------


def includes(path, root_folders):
    """The files of the kit that a file's #include lines name."""
    with open(path, encoding="utf-8") as source:
        for name in re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', source.read(), re.M):
            for folder in [os.path.dirname(path), *root_folders]:
                found = os.path.normpath(os.path.join(folder, name))
                if os.path.isfile(found):
                    yield found
                    break


def object_of(path, builds, scratch):
    """A source's object: of one of the builds, or made here if it is C; None: there is none."""
    stem = os.path.splitext(path)[0]
    for build, name in itertools.product(builds, (stem, stem.removeprefix("common/"))):
        if os.path.isfile(f"{build}/{name}.o"):
            return f"{build}/{name}.o"
    made = os.path.join(scratch, stem.replace("/", "+") + ".o")
    compiler = [os.environ.get("CC", "cc"), "-I.", "-D_GNU_SOURCE", "-std=c11", "-c", path, "-o", made]
    if path.endswith(".c") and builds and not subprocess.run(compiler, capture_output=True).returncode:
        return made
    return None


def symbols(paths, builds):
    """(user, definer, symbol, is it a function?) between sources, by the global symbols of their objects."""
    defined, wanted = {}, [] # a symbol may have several definers, in different programs
    with tempfile.TemporaryDirectory() as scratch:
        objects = {object_of(path, builds, scratch): path for path in paths if not path.endswith((".h", ".hpp"))}
        objects.pop(None, None)
        if objects:
            listing = subprocess.run(["nm", "-A", "-g", *objects], capture_output=True, check=True, text=True)
            for line in listing.stdout.splitlines():
                at, rest = line.split(":", 1)
                kind, symbol = rest.split()[-2:]
                if hasattr(ctypes.CDLL(None), symbol):
                    continue # of the C library; the CPU device has some of its own
                if kind in "Uwv":
                    wanted.append((objects[at], symbol))
                elif kind not in "WVu": # which every object has that needs it
                    defined.setdefault(symbol, []).append((objects[at], kind in "Ti"))
    used = []
    for user, symbol in wanted:
        definers = defined.get(symbol, [])
        near = [each for each in definers if os.path.dirname(each[0]) == os.path.dirname(user)]
        used += [(user, path, symbol, called) for path, called in near or definers if path != user]
    return used


SCRIPTS = (".sh", ".mk", ".awk", ".sed", ".plt", ".gp", ".py", ".lua", ".css", ".js", "Makefile", "cucc", "_autograder")
NO_CODE = {".py": r'"""[\s\S]*?"""|#.*', ".css": r"/\*[\s\S]*?\*/", ".js": r"//.*", ".lua": r"--.*"}


def named_scripts(path, scripts):
    """The scripts of the kit that a script names, and the modules beside it that it imports."""
    folder, kind = os.path.split(path)[0], os.path.splitext(path)[1]
    with open(path, encoding="utf-8") as source:
        text = re.sub(NO_CODE.get(kind, r"(^|(?<=\s))#.*"), "", source.read(), flags=re.M)
    for name in re.findall(r"^\s*(?:from|import) (\w+)", text, re.M) if kind == ".py" else []:
        yield from {os.path.join(folder, name + ".py")} & scripts
    text = re.sub(r"\./setup\.sh|\$[({]?\w+[)}]?", "", text)
    for name in re.findall(r"[\w./-]*[\w-](?![\w./:-])", text):
        near = [os.path.normpath(os.path.join(folder, name)), os.path.normpath(name)]
        below = [each for each in scripts if f"/{each}".endswith("/" + name.lstrip("./"))]
        yield from [each for each in near if each in scripts][:1] or (below if len(below) == 1 else [])


class Arrows:
    """The arrows of one map: what it says, and what its code does."""

    block = "arrows:"

    def __init__(self, folder, builds):
        self.folder = folder
        present = files_below(folder)
        inner = {os.path.dirname(p) + "/" for p in present if p.endswith("/README.md")} - {folder + "/"}
        self.code = [p for p in present if p.endswith(CODE) and not p.startswith(tuple(inner))]
        self.uses, self.data = {}, set() # (user, used): why; those of which only variables are used
        for path in self.code:
            for used in includes(path, [".", *glob.glob("lab[0-9][0-9]_*")]):
                self.uses.setdefault((path, used), "#include")
        by_symbol = sorted(symbols(self.code, builds), key=lambda use: not use[3]) # functions first
        for user, used, symbol, called in by_symbol:
            if (user, used) not in self.uses and not called:
                self.data.add((user, used))
            self.uses.setdefault((user, used), symbol)
        self.take(read_block(read_map(folder), self.block) if os.path.exists(f"{folder}/README.md") else {})

    def take(self, stated):
        """What the map says."""
        self.name_files(stated)
        as_node = lambda name: self.node.get(name, name)
        self.stated = {}
        for user, names in stated.items():
            self.stated.setdefault(as_node(user), []).extend(map(as_node, names))

    def rank(self, name, path):
        """How well a name of the block fits a file: 0 not at all, 4 it is the file's own."""
        if name.endswith("/"):
            return int(path.startswith((f"{self.folder}/{name}", name)))
        if "/" not in name and path not in self.code:
            return 0 # of another part
        if f"/{path}".endswith(f"/{name}"):
            return 4
        if f"/{os.path.splitext(path)[0]}".endswith(f"/{name}"):
            return 3 # without an extension
        return 2 * f"/{os.path.splitext(path)[0]}".endswith("/" + os.path.splitext(name)[0])

    def name_files(self, stated):
        """Which node a file is, and a name: two names of one file are one node."""
        names = sorted({*stated, *(name for used in stated.values() for name in used)})
        self.node, self.named = {}, set()
        for path in sorted({*self.code, *(used for _, used in self.uses)}):
            best = max((self.rank(name, path) for name in names), default=0)
            fitting = [name for name in names if best and self.rank(name, path) >= min(best, 3)]
            short = os.path.splitext(path.removeprefix(self.folder + "/"))[0]
            self.node[path] = self.node.get(fitting[0], fitting[0]) if fitting else short
            self.node.update({name: self.node[path] for name in fitting})
            self.named.update([path] if fitting else [])
        self.nameless = [name for name in names if name not in self.node]

    def between_nodes(self):
        arrows = {}
        for (user, used), why in sorted(self.uses.items()):
            if self.node[user] != self.node[used]:
                arrows.setdefault((self.node[user], self.node[used]), f"{user} uses {used} ({why})")
        return arrows

    def complaints(self):
        if not self.stated:
            return [f"{self.folder}/README.md: has no block of {self.block[:-1]}"]
        arrows, allowed = self.between_nodes(), closure(self.stated)
        told = [f"{path}: stands in no line of {self.block[:-1]}" for path in self.code if path not in self.named]
        told += [f"{self.block} {name} is no file, and no file's folder" for name in self.nameless]
        for (user, used), why in arrows.items():
            if used not in allowed.get(user, ()):
                told.append(f"{user} -> {used} is not in the map: {why}")
        for user, names in self.stated.items():
            gone = [used for used in names if (user, used) not in arrows and used not in self.nameless]
            told += [f"{user} -> {used} is in the map and not in the code" for used in gone]
        told += [f"the map goes in a circle: {name}" for name in sorted(allowed) if name in allowed[name]]
        return told + self.circles()

    def circles(self):
        """Files that include or call each other, directly or not. Variables of a main file go both ways."""
        graph = {}
        for user, used in self.uses.keys() - self.data:
            graph.setdefault(user, []).append(used)
        reach = closure(graph)
        groups = {frozenset(b for b in reach[a] if a in reach.get(b, ())) for a in reach if a in reach[a]}
        return ["a circle: " + ", ".join(sorted(group)) for group in sorted(groups, key=sorted)]

    def draw(self):
        """A graph for dot, without the arrows that follow from others."""
        arrows, allowed = self.between_nodes(), closure(self.stated)
        graph = {}
        for user, used in arrows:
            graph.setdefault(user, set()).add(used)
        reach = closure(graph)
        yield f'digraph "{self.folder}" {{'
        yield "  node [shape=box, fontname=sans, fontsize=11, height=0.3]; edge [arrowsize=0.6];"
        for name in sorted({self.node[path] for path in self.code}):
            yield f'  "{name}";'
        for user, used in sorted(arrows):
            bad = bool(self.stated) and used not in allowed.get(user, ())
            others = [other for other in graph[user] - {used} if user not in reach.get(other, ())]
            if bad or not any(used in reach.get(other, ()) for other in others):
                yield f'  "{user}" -> "{used}"{" [color=red, penwidth=2]" if bad else ""};'
        yield "}"


class Calls(Arrows):
    """The same of all scripts of the kit, and of C without a map: what a README says, or several."""

    block = "calls:"

    def __init__(self, readmes):
        self.folder, self.uses, self.data = os.path.dirname(readmes[0]), {}, set()
        present = files_below(".")
        maps = [path for path in present if os.path.basename(path) == "README.md" and "arrows:" in open(path).read()]
        scripts = {path for path in present if path.endswith(SCRIPTS)}
        drawn = tuple(os.path.dirname(path) + "/" for path in maps)
        sources = {path for path in present if path.endswith(CODE) and not path.startswith(drawn)}
        self.code = sorted(path for path in scripts | sources if not path.startswith(("tests/", "reference/")))
        for path in self.code:
            folders = [".", *glob.glob("lab[0-9][0-9]_*")]
            for used in named_scripts(path, scripts) if path in scripts else includes(path, folders):
                if used not in (path, "Makefile"): # which the word stands for as well
                    self.uses[path, used] = "by its name"
        stated = {}
        for readme in readmes:
            stated.update(read_block(read_map(os.path.dirname(readme)), self.block))
        self.take(stated)

    def rank(self, name, path):
        if name.endswith("/"):
            return int(fnmatch.fnmatchcase(path, name + "*"))
        return 2 * (fnmatch.fnmatchcase(path, name) and name.count("/") == path.count("/"))


def read_block(lines, begins):
    """{name: names that it may use} of the block that begins so."""
    stated, inside = {}, False
    for line in lines:
        if line.startswith("```"):
            inside = False
        elif line.strip() == begins:
            inside = True
        elif inside and line.strip() and not re.search(r"<op>|NN", line):
            users, _, used = line.split("#")[0].partition("->")
            for user in users.split():
                stated.setdefault(user, []).extend(used.split())
    return stated


def closure(graph):
    """For each node all that can be reached from it."""
    reach = {}
    for start in graph:
        todo, seen = list(graph[start]), set()
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += graph.get(node, ())
        reach[start] = seen
    return reach


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in ("files", "arrows", "draw", "calls"):
        sys.exit(__doc__.split("\n\n")[1])
    folder, builds = os.path.normpath(arguments[1]), arguments[2:]
    if arguments[0] == "draw":
        print("\n".join(Arrows(folder, builds).draw()))
        return 0
    if arguments[0] == "calls":
        told = Calls(arguments[1:]).complaints()
    else:
        told = files(folder) if arguments[0] == "files" else Arrows(folder, builds).complaints()
    names = subprocess.run(["c++filt", "-p"], input="\n".join([*told, ""]), capture_output=True, text=True, check=True)
    print(names.stdout if told else "", end="")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
