#!/usr/bin/env python3
"""tests/measures.py - sizes of the code that must stay small.

  measures.py functions LINES FILE...      functions longer than LINES, their head included
  measures.py lines COLUMNS FILE...        lines of more characters than COLUMNS, but for what a test file
                                           expects and nvcc's message, which are one line each
  measures.py members EXPERIMENT OTHER     whether struct experiment, and the structs in it, have more
                                           members than that
  measures.py users BUILD                  functions of common/ that one lab alone uses
  measures.py chains FUNCTIONS LAUNCHER FILE [STOPWATCH...]   of gdb's backtraces in the file: more functions
                                           between main and the launcher, when a version is
                                           checked, and below a stopwatch, when it is timed

Status 0: as it should be; 1: not so, a line for each; 2: nothing to measure."""
import glob
import os
import re
import subprocess
import sys

# ---- functions ---------------------------------------------------------------------------------


def plain(text):
    """Source without comments, strings and preprocessor lines; every line stays where it is."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])+\'', blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#([^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)


def functions(text):
    """(name, first line, lines) of each function: what has brackets before its braces."""
    text = plain(text)
    head, depth, inside = 0, 0, None # where the head began; open braces of types and namespaces; function
    for at, sign in ((match.start(), match[0]) for match in re.finditer(r"[{};]", text)):
        if inside:
            depth += {"{": 1, "}": -1, ";": 0}[sign]
            if depth == 0:
                name, start = inside
                first, last = text.count("\n", 0, start) + 1, text.count("\n", 0, at) + 1
                yield name, first, last - first + 1
                inside, head = None, at + 1
            continue
        # A head has no empty line in it, and no macro that makes a function of its own.
        words = text[head:at]
        skipped = max((m.end() for m in re.finditer(r"\n[ \t]*\n|^[ \t]*[A-Z_]+\([^\n]*\)[ \t]*\n", words, re.M)),
                      default=0)
        head, words = head + skipped, words[skipped:]
        if sign == "{" and re.search(r"\)[\s\w:&*<>,()]*$", words) and not re.search(r"=\s*$|\benum\b", words):
            names = re.findall(r"(\w+)\s*\(", re.sub(r"__attribute__\s*\(\(.*?\)\)|\b(alignas|decltype)\b", "", words))
            inside = (names[0] if names else "operator", head + len(words) - len(words.lstrip()))
            depth = 1
        head = at + 1


def long_functions(most, paths):
    told, seen = [], 0
    for path in paths:
        with open(path, encoding="utf-8") as source:
            for name, line, lines in functions(source.read()):
                seen += 1
                if lines > int(most):
                    told.append(f"{path}:{line}: {name} has {lines} lines, more than {most}")
    return told if seen else None


def long_lines(most, paths):
    told = []
    for path in paths:
        with open(path, encoding="utf-8") as source:
            for number, line in enumerate(source.read().split("\n"), 1):
                if len(line) > int(most) and not re.match(r"/[/*] (with g\+\+, )?(expects|refuses|nvcc): ", line):
                    told.append(f"{path}:{number}: {len(line)} characters, more than {most}")
    return told if paths else None


# ---- members -----------------------------------------------------------------------------------


def members(text, name):
    """The declarations of a struct, without nested ones' bodies; None: there is no such struct."""
    found = re.search(r"\bstruct " + name + r"\s*\{", text)
    if not found:
        return None
    depth, body = 1, ""
    for sign in text[found.end() :]:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth == 0:
            break
        if depth == 1 and sign != "}":
            body += sign
    declared = []
    for each in (part.strip() for part in body.split(";")):
        if each: # `int draws = 0, quick_draws = 0` are two; commas in brackets part parameters
            bare = re.sub(r"=[^,]*", "", re.sub(r"\([^()]*\)", "", re.sub(r"\{[^{}]*\}", "", each)))
            declared += [each] * (bare.count(",") + 1)
    return declared


def many_members(most, most_of_others):
    text = "\n".join(plain(open(path, encoding="utf-8").read()) for path in sorted(glob.glob("common/engine/*.h")))
    own = members(text, "experiment")
    if own is None:
        return None
    told = []
    types = {"experiment": int(most)}
    for member in own: # the type of the member itself, not of what a callback gets or returns
        if "(" not in member:
            types.update({name: int(most_of_others) for name in re.findall(r"\bstruct (\w+)", member)})
    for name, limit in types.items():
        count = len(members(text, name) or [])
        if count > limit:
            told.append(f"struct {name} has {count} members, more than {limit}")
    return told


# ---- users -------------------------------------------------------------------------------------


def symbols(objects, kinds):
    listing = subprocess.run(["nm", "-A", "-g", *objects], capture_output=True, check=True, text=True).stdout
    for line in listing.splitlines():
        at, rest = line.split(":", 1)
        if rest.split()[-2] in kinds:
            yield at, rest.split()[-1]


def objects_of(build, sources):
    """Objects whose source is still there."""
    stems = {os.path.splitext(path)[0] for path in glob.glob(sources, recursive=True) if path.endswith((".c", ".cu"))}
    return sorted(f"{build}/{stem}.o" for stem in stems if os.path.exists(f"{build}/{stem}.o"))


def used_within(objects):
    """Symbols that objects of common/ use, their own ones included: the targets of relocations."""
    listing = subprocess.run(["objdump", "-r", *objects], capture_output=True, check=True, text=True).stdout
    return set(re.findall(r"^[0-9a-f]+ R_\S+ +([A-Za-z_]\w*)", listing, re.M))


def lonely(build):
    ours = objects_of(build, "common/engine/*") + objects_of(build, "common/gemm/*")
    labs = objects_of(build, "lab[0-9][0-9]_*/**/*")
    if not ours or not labs:
        return None
    defined = {symbol: at for at, symbol in symbols(ours, "T")}
    users = {symbol: set() for symbol in defined.keys() - used_within(ours)}
    for at, symbol in symbols(labs, "U"):
        if symbol in users:
            users[symbol].add(os.path.relpath(at, build).split("_")[0])
    told = []
    for symbol, names in sorted(users.items(), key=lambda pair: (sorted(pair[1]), defined[pair[0]], pair[0])):
        if len(names) == 1:
            of = os.path.relpath(defined[symbol], build).removesuffix(".o")
            told.append(f"{of}: {symbol} is used by {min(names)} alone")
    return told


# ---- call chains -------------------------------------------------------------------------------


def between(frames, launcher):
    """The functions between main and the launcher, outermost first; a lambda is one function."""
    names = [re.sub(r"\(.*| const$", "", re.sub(r"^#\d+ +(0x\w+ in )?", "", frame)).strip() for frame in frames]
    chain = []
    for name in reversed(names):
        name = "lambda" if "lambda" in name or "operator" in name or "_FUN" in name else name
        if not chain or (name, chain[-1]) != ("lambda", "lambda"):
            chain.append(name)
    chain = chain[chain.index("main") + 1 :]
    return chain[: chain.index(launcher)]


def chains(most, launcher, path, *stopwatches):
    with open(path, encoding="utf-8") as log:
        traces = re.findall(r"^#0 .*(?:\n#[1-9]\d* .*)*", log.read(), re.M)
    found = [between(trace.splitlines(), launcher) for trace in traces]
    timed = next((chain for chain in found if set(chain) & set(stopwatches)), None)
    checked = next((chain for chain in found if not set(chain) & set(stopwatches)), None)
    if not timed or not checked:
        return None
    told = []
    for what, chain in (("checked", checked), ("timed", timed)):
        words = f"{what}: main -> {' -> '.join(chain)} -> {launcher}: {len(chain)} functions"
        print(words, file=sys.stderr)
        if len(chain) > int(most):
            told.append(f"{words} between, more than {most}")
    return told


def main(arguments):
    ways = {
        "functions": lambda most, *paths: long_functions(most, paths),
        "lines": lambda most, *paths: long_lines(most, paths),
        "members": many_members,
        "users": lonely,
        "chains": chains,
    }
    if len(arguments) < 2 or arguments[0] not in ways:
        sys.exit(__doc__.split("\n\n")[1])
    told = ways[arguments[0]](*arguments[1:])
    if told is None:
        print(f"{arguments[0]}: nothing to measure")
        return 2
    if told:
        print(subprocess.run(["c++filt", "-p"], input="\n".join(told), capture_output=True, text=True,
                             check=True).stdout)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
