"""zips.py FILE - writes a class's zip of hostile archives for lab 1, and prints for each student the id and, after a
tab, words that the note of exercise 1.1 must have. For tests/long/grader.bats."""
import os
import struct
import sys
import zipfile
from packed import packed

CODE = b"int x;\n"
READ = "its launcher is not in the file"  # the one file in it was read
NOTHING = "a.zip: holds no file that can be unpacked"
entries = []


def of_kind(name, mode, content=b""):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info, content


def student(name, words, *files):
    number = len(entries)
    for file, content in files:
        entries.append((f"{name}_{number}_assignsubmission_file_/{file}", content))
    print(f"{name}_{number}\t{words}")


def changed(bytes_at, central=(), content=None):
    """A zip of the one file with bytes changed: in its own header, in the central directory's."""
    data = bytearray(content or packed(("vector_add.cu", CODE)))
    directory = data.index(b"PK\1\2")
    for start, changes in ((0, bytes_at), (directory, central)):
        for at, new in changes:
            data[start + at:start + at + len(new)] = new
    return "a.zip", bytes(data)


one = packed(("vector_add.cu", CODE))
student("many", "a.zip: cannot be unpacked: it has too many entries",
        ("a.zip", packed(*[(f"f{i}", b"") for i in range(30000)])))
student("nested", "a.zip/b.zip: is a zip in a zip", ("a.zip", packed(("b.zip", one))))
student("dots", NOTHING, ("a.zip", packed(("../../../evil_zip.cu", CODE))))
student("absolute", NOTHING, ("a.zip", packed(("/tmp/evil_zip.cu", CODE))))
student("backslash", NOTHING, ("a.zip", packed(("..\\..\\vector_add.cu", CODE))))
student("newline", READ, ("a.zip", packed(("x\n/vector_add.cu", CODE))))
student("device", "vector_add.cu: is a symbolic link", ("a.zip", packed(of_kind("vector_add.cu", 0o020666))))
student("suid", READ, ("a.zip", packed(of_kind("vector_add.cu", 0o106777, CODE))))
student("other_name", "not looked at: a.zip/Xector_add.cu", changed([(30, b"X")]))
student("method", "a.zip: is damaged", changed([(8, b"\x63\0")], [(10, b"\x63\0")]))
student("flagged", "a.zip: is encrypted", changed([(6, b"\1")], [(8, b"\1")]))
student("lying_size", "a.zip: is damaged", changed([(22, b"\xf0\xff\xff\xff")], [(24, b"\xf0\xff\xff\xff")]))
student("damaged", "a.zip: is damaged", changed([(43, b"\xff\xff")]))
student("cut", "a.zip: cannot be unpacked", ("a.zip", packed(("vector_add.cu", os.urandom(100000)))[:5000]))
student("bomb", "vector_add.cu: is larger than 1 MiB", ("a.zip", packed(("vector_add.cu", b"\n" * (200 << 20)))))
student("two_files", "there are two: a.zip/a/vector_add.cu and a.zip/b/vector_add.cu",
        ("a.zip", packed(("a/vector_add.cu", CODE), ("b/vector_add.cu", b"int y;"))))
student("deep", "more than 40 folders deep", ("a.zip", packed(("d/" * 2000 + "vector_add.cu", CODE))))
student("long_name", NOTHING, ("a.zip", packed(("x" * 5000 + "/vector_add.cu", CODE))))
student("also_a_zip", "has a NUL byte", ("vector_add.cu", one))
student("empty", "a.zip: cannot be unpacked", ("a.zip", packed()))
student("gzip", "a.zip: cannot be unpacked", ("a.zip", b"\x1f\x8b\x08" + b"x" * 50))
student("two_zips", "there are two: a.zip/vector_add.cu and b.zip/vector_add.cu", ("a.zip", one),
        ("b.zip", packed(("vector_add.cu", b"int y;"))))
student("right_to_left", "not looked at: uc.dda_rotcev", ("\u202euc.dda_rotcev", CODE))
student("folder", "not looked at: vector_add.cu/inside.txt", ("vector_add.cu/inside.txt", CODE))
link, to = of_kind("", 0o120777, b"/tmp")
link.filename = f"link_{len(entries)}_assignsubmission_file_/d"
student("link", "not looked at: d", ("d/evil_zip.cu", CODE))
entries.insert(len(entries) - 1, (link, to))
entries += [("secret", b"0" * 64), ("students.txt", b"evil"), ("../evil_zip.cu", CODE)]
with open(sys.argv[1], "wb") as file:
    file.write(packed(*entries))
