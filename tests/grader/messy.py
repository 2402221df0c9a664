"""messy.py FOLDER ANSWER STARTER - writes a class of lab 1 as people hand it in: FOLDER/moodle, a folder for each
student, and FOLDER/canvas, all files in one. Prints for each student the form, the id, and "honest", where the row must
be that of who hands in ANSWER alone, or the words that a dry run (CHECK=1) must say. For the tests of the grader."""
import os
import sys
from packed import packed

to, code, starter = sys.argv[1], open(sys.argv[2], "rb").read(), open(sys.argv[3], "rb").read()
other = code.replace(b"a[i] + b[i]", b"a[i] - b[i]")
NAME, LAB = "vector_add.cu", "lab01_vector_add/vector_add.cu"
lines = []


def write(path, content, time=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if isinstance(content, str):
        os.symlink(content, path)
        return
    with open(path, "wb") as file:
        file.write(content)
    if time:
        os.utime(path, (time, time))


KIT = [("Makefile", b"all:\n"), ("lab01_vector_add/vector_add.h", b"int x;\n"), ("tests/wrong/lab01/" + NAME, other),
       ("solutions/" + NAME, other), ("common/lab.h", b""), ("build/cpu/lab01_vector_add/" + NAME, other),
       ("lab03_matmul_tiled/matmul_tiled.cu", b"int y;\n"), (".git/config", b"[core]\n")]
MAC = [("__MACOSX/._" + NAME, b"\0\5"), ("__MACOSX/" + NAME, b"junk"), (".DS_Store", b"\0")]
NOTES = b"%PDF-1.4 \xff\x00" * 100
ALIKE = "honest"
LAUNCHER = b"void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)\n{\n"
assert LAUNCHER in code
DEBUGGING = b'    if (n < 0) fprintf(stderr, "n = %d\\n", n);\n'
CHECKING = b'    if (cudaGetLastError() != cudaSuccess) { fprintf(stderr, "before\\n"); exit(1); }\n'
LEFT = b'\nvoid dump(const float *x) { FILE *f = fopen("out.txt", "w"); fprintf(f, "%g", x[0]); fclose(f); }\n'
KINDS = {  # of files, or of one, and what is to be said
    "tidy": (ALIKE, [(NAME, code)]),
    "crlf": (ALIKE, [(NAME, code.replace(b"\n", b"\r\n"))]),
    "bom": (ALIKE, [(NAME, b"\xef\xbb\xbf" + code)]),
    "latin": (ALIKE, [(NAME, b"// n\xfa\xf1ez\n" + code)]),
    "no_newline": (ALIKE, [(NAME, code.rstrip(b"\n"))]),
    "tabs": (ALIKE, [(NAME, code.replace(b"    ", b"\t"))]),
    "report": (ALIKE, [(NAME, code), ("report.pdf", NOTES), ("results/lab01.csv", b"lab,device\n")]),
    "folder": (ALIKE, [("lab 1/" + NAME, code)]),
    "deep": (ALIKE, [("a/b/c/d/e/f/g/h/" + NAME, code)]),
    "lab_folder": (ALIKE, [(LAB, code), ("lab01_vector_add/lab01.cu", b"int z;\n")]),
    "zipped": (ALIKE, [("lab1.zip", packed((NAME, code)))]),
    "zipped_folder": (ALIKE, [("lab1.zip", packed(("Lab 1 final/" + NAME, code), *MAC))]),
    "zipped_big": (ALIKE, [("LAB.ZIP", packed((NAME, code), ("film.mp4", os.urandom(3 << 20))))]),
    "zip_and_file": (ALIKE, [("all.zip", packed((NAME, code))), (NAME, code)]),
    "clone": (ALIKE, [(name, content) for name, content in KIT + [(LAB, code)]]),
    "clone_deep": (ALIKE, [("home/ana/cuda-lab-kit-main/" + name, content) for name, content in KIT + [(LAB, code)]]),
    "clone_zipped": (ALIKE, [("kit.zip", packed(*[("kit-main/" + n, c) for n, c in KIT + [(LAB, code)]]))]),
    "starter_too": (ALIKE, [(LAB, starter), ("mine/" + NAME, code)]),
    "mac": (ALIKE, [(NAME, code), *MAC]),
    "twice": (ALIKE, [("a/" + NAME, code), ("b/" + NAME, code)]),
    "headers": (ALIKE, [(NAME, code), ("vector_add.h", b"int x;\n")]),
    "Núñez 'Ñ', \"=1+1\"": (ALIKE, [(NAME, code)]),
    "-rf $(id) ;x": (ALIKE, [(NAME, code)]),
    "O_Brien": (ALIKE, [(NAME, code)]),
    "both_crlf_and_bom": (ALIKE, [(NAME, b"\xef\xbb\xbf" + code.replace(b"\n", b"\r\n"))]),
    "accents": (ALIKE, [(NAME, "// año, суммa, 和 €\n".encode() + code)]),
    "blanks": (ALIKE, [(NAME, code.replace(b"\n", b"  \n") + b"\n\n\f\n")]),
    "debugs": (ALIKE, [(NAME, b"#include <cstdio>\n" + code.replace(LAUNCHER, LAUNCHER + DEBUGGING))]),
    "checks": (ALIKE, [(NAME, b"#include <cstdio>\n#include <cstdlib>\n" +
                        code.replace(LAUNCHER, LAUNCHER + CHECKING))]),
    "left_over": (ALIKE, [(NAME, b"#include <cstdio>\n" + code + LEFT)]),
    "namespace": (ALIKE, [(NAME, b"#include <iostream>\n#include <vector>\nusing namespace std;\n" + code)]),
    "backups": (ALIKE, [(NAME, code), (NAME + "~", other), (NAME + ".bak", other), ("." + NAME + ".swp", b"b0VIM\0")]),
    "editor": (ALIKE, [(NAME, code), (".vscode/settings.json", b"{}"), ("Thumbs.db", b"\0"), ("desktop.ini", b"[x]")]),
    "pictures": (ALIKE, [(NAME, code), ("lab01.svg", b"<svg/>"), ("figures/a.png", b"\x89PNG"), ("memo.docx", NOTES)]),
    "program": (ALIKE, [(NAME, code), ("lab01", b"\x7fELF\0"), ("a.out", b"\x7fELF\0"), ("vector_add.o", b"\0")]),
    "other_lab": (ALIKE, [(NAME, code), ("matmul_tiled.cu", b"int y;\n")]),
    "zip_windows": (ALIKE, [("lab1.zip", packed(("Lab 1\\mine\\" + NAME, code)))]),
    "zip_accents": (ALIKE, [("práctica 1.zip", packed(("práctica nº 1/" + NAME, code)))]),
    "zip_in_folder": (ALIKE, [("for you/lab1.zip", packed((NAME, code)))]),
    "zip_twice": (ALIKE, [("lab1.zip", packed((NAME, code))), ("lab1 (1).zip", packed((NAME, code)))]),
    "zip_of_a_clone_at_work": (ALIKE, [("w.zip", packed(*[("kit/" + n, c) for n, c in KIT + [(LAB, code)]], *MAC,
                                                     ("kit/results/lab01.csv", b"x"), ("kit/lab01", b"\x7fELF")))]),
    "lab_folder_and_loose": (ALIKE, [(LAB, code), (NAME, code)]),
    "Ðorđe 🙂 Ω": (ALIKE, [(NAME, code)]),
    "x" * 60: (ALIKE, [(NAME, code)]),
    "empty": ("graded: ", [(NAME, b"")]),
    "page": ("nothing: there is no " + NAME, [("vector_add.html", b"<html>")]),
    "nothing": ("nothing: there is no " + NAME, [("notes.txt", b"sorry\n")]),
    "other_name": ("not looked at: ", [("vector_add_final.cu", code)]),
    "text": ("not looked at: ", [(NAME + ".txt", code)]),
    "rar": ("all.rar: only a zip is opened", [("all.rar", b"Rar!")]),
    "bad_zip": ("all.zip: cannot be unpacked", [("all.zip", b"PK\3\4 cut")]),
    "two": ("there are two: ", [("all.zip", packed(("a/" + NAME, code), ("b/" + NAME, other)))]),
    "utf16": ("is text in UTF-16", [(NAME, "int x;".encode("utf-16"))]),
    "binary": ("has a NUL byte", [(NAME, b"\x7fELF\0")]),
    "large": ("is larger than 1 MiB", [(NAME, b"\n" * (2 << 20))]),
    "docx": ("nothing: there is no " + NAME, [("lab1.docx", packed(("word/document.xml", b"<w/>")))]),
    "untouched": ("as it was handed out", [(NAME, starter)]),
}


def tell(form, id_of_student, words):
    lines.append(f"{form}\t{id_of_student}\t{words}")


def moodle(number, kind, words, files):
    name = f"{kind}_{number}"
    for path, content in files:
        write(f"{to}/moodle/{name}_assignsubmission_file_/{path}", content)
    tell("moodle", name, words)


def canvas(number, kind, words, files):
    """Several files in folders come as a zip, as Canvas takes no folders; a zip comes without its folder."""
    files = [(os.path.basename(path) if path.endswith(".zip") else path, content) for path, content in files]
    if any("/" in path or path.startswith(".") for path, _ in files):
        files = [("hand-in.zip", packed(*files))]
    late = "LATE_" if number % 3 == 0 else ""
    surname = kind.lower().replace("/", "")
    for i, (path, content) in enumerate(files):
        again = "-1" if number % 4 == 0 and path.endswith(".cu") else ""
        stem, end = os.path.splitext(path)
        write(f"{to}/canvas/{surname}_{late}{number}_{90000 + 10 * number + i}_{stem}{again}{end}", content)
    tell("canvas", number, words)


for n, (who, (said, handed_in)) in enumerate(KINDS.items(), 1001):
    moodle(n, who, said, handed_in)
    canvas(n, who, said, handed_in)

# uploads of one student: the latest counts
for n, (name, first, second) in enumerate([("againa", other, code), ("againb", starter, code)], 2001):
    write(f"{to}/moodle/{name}_{n}_assignsubmission_file_/{NAME}", first, 1_700_000_000)
    write(f"{to}/moodle/{name}_{n}_assignsubmission_file_ (1)/{NAME}", second, 1_700_009_000)
    write(f"{to}/canvas/{name}_{n}_{n}1_{NAME}", first)
    write(f"{to}/canvas/{name}_{n}_{n}5_vector_add-1.cu", second)
    tell("moodle", f"{name}_{n}", "honest")
    tell("canvas", n, "honest")
write(f"{to}/moodle/linked_3001_assignsubmission_file_/{NAME}", "/etc/passwd")
tell("moodle", "linked_3001", "is a symbolic link")
write(f"{to}/moodle/text_3002_assignsubmission_onlinetext_/onlinetext.html", b"<p>see the file</p>")
write(f"{to}/moodle/text_3002_assignsubmission_file_/{NAME}", code)
tell("moodle", "text_3002", "honest")
write(f"{to}/moodle/flat_3003_assignsubmission_file_{NAME}", code)
tell("moodle", "flat_3003", "honest")
print("\n".join(lines))
