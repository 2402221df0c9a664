#!/usr/bin/env python3
"""spanish.py: holds the engine and gemm/ to common/engine/spanish.c, each lab to the spanish.c in its folder, the CPU
device to common/cpu_device/words/spanish.h; and what is read in Spanish to all of them; shell/spanish.bats.

spanish.py   what is wrong, a line each; status 1 if anything is

A text is marked by _("..."), or is the format of a function that looks it up itself. A text of a static
table (what a version does, what an option expects) is looked up where it is printed: it counts as
marked if the table has it. Whatever else has words must be named in NAMES, with its reason."""

import csv
import glob
import os
import re
import signal
import sys

SHARED = "common/engine/spanish.c"  # which also has what several labs say
TABLES = {  # and whose texts they have
    SHARED: ["common/engine/*", "common/gemm/*", "common/tools/report_merge.c", "reference/published.csv"],
    **{f"{lab}spanish.c": [f"{lab}*", f"{lab}*/*"] for lab in sorted(glob.glob("lab[0-9]*_*/"))},
    "common/cpu_device/words/spanish.h":
        [f"common/cpu_device/{part}/*" for part in ("front", "include", "run", "check", "traffic")] +
        ["common/libraries/*"],
    "common/cpu_device/words/compilers.h": [],  # which compilers say
}
PROGRAMS = ("common/cpu_device/front/", "common/cpu_device/include/")  # that write programs: only sentences count
LOOK_UP = {"_": 0, "check_fail": 1, "check_at": 1, "options_usage": 1, "refuse": 1, "put_error": 0,
           "put_reason": 0}  # which argument is
SIGNALS = [signal.strsignal(number) for number in signal.Signals]  # whose names the C library says
PRINT = {"printf", "puts", "fprintf", "dprintf", "fputs", "perror"}
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|#\s*(?:include|error|pragma)[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])*\'|\w+|\s+|.', re.S)
CONVERSION = re.compile(r"%(?:\d+\$)?[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[a-zA-Z%]")

# Texts with words that stay English: expression, why.
NAMES = [
    (r"^# |^, held by |^SM %d MHz of|^driver %d|^not recorded$|^a setting of|^a group of GPUs$|"
     r"^the display's clock$|^lab,device,|,counted,|^layer,count|^network,batch", "stands in a CSV"),
    (r"^%s\\twrong|^end\\n$|^version\\t%s", "a file that scripts read"),
    (r"no_sync\\n$|IMPOSSIBLE: %s|TODO\(%s\): %s\\n$|^ok\\n$|^impossible$|^ SOLUTION=1$|^given$", "a state or a name"),
    (r"^--batch ", "an option"),
    (r"^<!-- make report: $| -->$", "a mark in a report"),
    (r"^make debug%s|^make check$|^ ELEMENT=$", "a command"),
    (r"^(lab|cpu|gpu)_?\w*$|^cublas$|^solution$|^copies$", "a version or a program"),
    (r"^conv\d |^\d+x\d+ ", "a layer's name, as in the CSV"),
    (r"^bytes$|^ ?ms( |\\n)?$|^GB/s$|^FMAs$| ms%9s GB/s | ms %11s ", "a unit"),
    (r"^(cuBLAS|resnet\d+|mobilenet_v2|float32|torch\.compile|GFLOP/s|\d+ [GM]B)$",
     "a name or a unit in published.csv"),
    (r"^CPU device$|^unknown CPU$|^%s, %d SMs, sm_", "a device's name"),
    (r"^model name$", "a line of /proc"),
    (r'\\"', "JSON"),
    (r"^(warning|error|true|false|shared|global)$", "a word of JSON, or the memory in a column"),
    (r"^the library was not init|^the resource alloc|^an unsupported value|^the (function|license) |^an access to GPU|"
     r"^an internal operation|^the requested func|^unrecognized status", "as cuBLAS says it"),
    (r"^unrecognized error|Assertion `%s|^kernel $", "as CUDA says it"),
    (r"^tool=", "a command"),
    (r"^'|^(use of undeclared|unknown type|no template|no member|passing argument|static assertion failed)|"
     r"^: error: static|^%s:%d: error: %s is not available", "what compilers say, and what explain.c looks for"),
    (r"^cuda cuda\[A-Z\]|^\W*n?static (const int cpu_device|thread_local union)|^typedef int cpu_device"
     r"|^ __attribute__\(\(used",
     "a pattern, a program"),
    (r"^the bug finder's quick path|^is what follows$", "for people who change the bug finder"),
    (r"^enum |^shapes.h says|^rewrite: out of memory|^check.c must|^GCC unroll", "for people who build the kit"),
]


def tokens(text):
    """Kind, text and line of each token; neighbouring strings are one; no blanks, no comments."""
    line, out = 1, []
    for match in TOKEN.finditer(text):
        word = match.group(0)
        if word.startswith('"'):
            if out and out[-1][0] == "string":
                out[-1] = ("string", out[-1][1] + word[1:-1], out[-1][2])
            else:
                out.append(("string", word[1:-1], line))
        elif not word.isspace() and not word.startswith(("//", "/*", "#")) and word != "\\":
            out.append(("word" if re.match(r"\w", word) else "sign", word, line))
        line += word.count("\n")
    return out


def phrases(published):
    """Of the columns that the report shows in the reader's language, as common/tools/report_parts.c cuts them."""
    for number, line in enumerate(published, 1):
        cells = next(csv.reader([line]))
        if not line.startswith(("#", "lab,")):
            for phrase in re.split("[,;] ?", ",".join(cells[i] for i in (1, 3, 5, 7))):
                yield number, phrase, False, True


def texts(path):
    """Line, text, how it is used (a set of "marked", "printed"), of every string of a file."""
    calls, before, last = [], "", []
    with open(path, encoding="utf-8") as file:
        if path.endswith(".csv"):
            yield from phrases(file)
            return
        found = tokens(file.read())
    for kind, word, line in found:
        if kind == "string":
            marked = any(LOOK_UP.get(name) == argument for name, argument in calls)
            printed = any(name in PRINT for name, argument in calls)
            if calls and calls[-1][0] in ("says", "starts", "strstr", "is_one", "has_note"):
                continue  # a goal, with both languages side by side; what is looked for
            yield line, word, marked, printed
        elif word in "([{":
            calls.append(["says" if word == "{" and last == ["says", "="] else before if word == "(" else "", 0])
        elif word in ")]}" and calls:
            calls.pop()
        elif word == "," and calls:
            calls[-1][1] += 1
        before, last = word, [before, word]


def pairs(table):
    """The table: English, Spanish, line; a lab may have none."""
    strings = [(word, line) for line, word, _, _ in texts(table)] if os.path.exists(table) else []
    return [(strings[i][0], strings[i + 1][0], strings[i][1]) for i in range(0, len(strings) - 1, 2)]


def sources(table):
    listed = sorted(sum((glob.glob(folder) for folder in TABLES[table]), []))
    of_cuda = "common/cpu_device/include/errors.h"  # which says errors as CUDA does
    return [path for path in listed if path.endswith((".c", ".cu", ".cpp", ".h", ".csv"))
            and path not in [*TABLES, of_cuda]]


def has_words(text):
    return re.search(r"[A-Za-z]{2}", re.sub(r"\\033\[K|\\.", " ", CONVERSION.sub(" ", text))) is not None


def is_a_name(text):
    return any(re.search(name, text) for name, _ in NAMES)


def wanted(table):
    """Path, line, text, whether it is marked: of all that the table must have."""
    for path in sources(table):
        for line, text, marked, printed in texts(path):
            several = re.search(r"[A-Za-z]{2,}[^A-Za-z]* .*[A-Za-z]{2,}", CONVERSION.sub("", text))
            if path.startswith(PROGRAMS):
                several, printed = re.search(r"[A-Za-z]{2,} [a-z]{2,} [a-z]", text), False
            if has_words(text) and (marked or printed or several) and not (is_a_name(text) and not marked):
                yield path, line, text, marked


def said_by(table):
    return {text for path in sources(table) for _, text, _, _ in texts(path)}


def complaints(name):
    table = pairs(name)
    english = [text for text, _, _ in table]
    shared = [text for text, _, _ in pairs(SHARED)] if name.startswith("lab") else []
    everywhere = said_by(name)
    if name == SHARED:
        labs = [said_by(lab) for lab in TABLES if lab.startswith("lab")]
        everywhere |= {text for text in set().union(*labs) if sum(text in said for said in labs) > 1}
    for path, line, text, marked in wanted(name):
        if text not in english and text not in shared:
            fault = "is not in" if marked else "has words and is neither marked nor in"
            yield f'{path}:{line}: "{text}": {fault} {name}'
    for text, spanish, line in table:
        if TABLES[name] and text not in everywhere and text not in SIGNALS:
            yield f'{name}:{line}: "{text}": no source says it'
        if CONVERSION.findall(text) != CONVERSION.findall(spanish):
            yield f'{name}:{line}: "{spanish}": other conversions than in English'
        if text.endswith("\\n") != spanish.endswith("\\n") or text.endswith(" ") != spanish.endswith(" "):
            yield f'{name}:{line}: "{spanish}": ends otherwise than in English'
    for text in sorted(set(english)):
        if (english + shared).count(text) > 1:
            yield f'{name}: "{text}": is there twice'


SHEETS = ["handouts/es/*.md", "solutions/*_es.md", "solutions/*/es/*"]
AS_IN_C = ["(kh, kw, channel)"]  # names of a file in C that are also words of a message


def quoted_in_english():
    """What stands between backticks in a Spanish sheet, and what the terminal says in Spanish."""
    tables = [pair for name in TABLES for pair in pairs(name)]
    english, spanish = (" ".join(pair[i].replace("\\n", " ") for pair in tables) for i in (0, 1))
    for path in sorted(sum((glob.glob(sheet) for sheet in SHEETS), [])):
        with open(path, encoding="utf-8") as file:
            prose = re.sub(r"```.*?```", "", file.read(), flags=re.S)
        for words in re.findall(r"`([^`]+)`", prose):
            words = re.sub(r"\s+", " ", words)
            if " " in words and words in english and words not in spanish and words not in AS_IN_C:
                yield f"{path}: `{words}`: the terminal says it in Spanish"


if __name__ == "__main__":
    found = [one for table in TABLES for one in complaints(table)] + list(quoted_in_english())
    print("\n".join(found))
    sys.exit(1 if found else 0)
