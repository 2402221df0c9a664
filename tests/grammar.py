#!/usr/bin/env python3
"""Draws small pieces of CUDA C and asks nvcc and the CPU device's front end whether they are CUDA.

    tests/grammar.py SEED COUNT FOLDER [options of cucc]

Declarators, attributes, qualifiers, forms of launches and comments are permuted. Each piece is a namespace
of one file; both compilers name lines, so one file tells of all its pieces. What a compiler refuses is taken
out and it is asked again: an error may hide others. Status 1 where the two disagree, with the piece and what
was said of it, but for what ALLOWED has. NVCC and CUCC name the compilers.
"""
import itertools
import os
import random
import re
import subprocess
import sys

ALLOWED = {  # of the piece or of what is said: why it may differ
    r"<<< *4 *>>>": "nvcc takes a launch without a block size, which is always a mistake",
    r"takes one array without a size": "nvcc takes extern __shared__ with a size that says nothing",
    r"void k\d+\(float \*p\)|h\d*<k": "a name is judged by all its declarations: one of them is a kernel",
    r"dynamic parallelism": "the CPU device has none",
    r"too much shared memory": "nvcc counts what is used when all is optimised",
}

draw = random.Random()


def some(*words):
    """Some of the words, in any order."""
    chosen = [w for w in words if draw.random() < 0.4]
    draw.shuffle(chosen)
    return chosen


def one(*words):
    return draw.choice(words)


def shuffled(*words):
    words = [w for w in words if w]
    draw.shuffle(words)
    return " ".join(words)


def kernel_head(name, parameters):
    attribute = one("", "", "", "[[maybe_unused]]", "[[gnu::unused]]", "[[deprecated]]")
    words = shuffled("__global__", "void",
                     *some("static", "inline", "__launch_bounds__(64)", "__attribute__((unused))"))
    return f"{attribute} {words} {name}({parameters})"


PARAMETERS = {  # each with an argument
    "float *p": "p", "float* __restrict__ p": "p", "const float *const p": "p", "float p[]": "p",
    "float p[4]": "p", "float (*p)[4]": "(float (*)[4])p", "volatile float *p": "p", "const volatile float *p": "p",
    "[[maybe_unused]] float *p": "p", "float *const __restrict__ p": "p", "void *p": "p",
}
MORE = {
    "int n": "1", "const int n": "1", "unsigned n": "0", "int": "1", "int n = 4": "", "pair n": "{1, 2}",
    "pair n ": "pair{1, 2}", "const pair n": "{}", "dim3 n": "{1, 2, 3}", "dim3 n ": "4", "int &n": "a",
    "const int &n": "1", "int &&n": "1", "int (*n)(int)": "nullptr", "float *n": "0", "float *n ": "NULL",
    "char n": "'>'", "const char *n": '"<<<"', "...": "1", "long long n": "a", "bool n": "true",
    "box<float> n": "{1.0f}", "box<box<int>> n": "{{1}}", "one n": "one::two", "int n[2]": "&a",
    "std::size_t n": "sizeof(int)",
}
LAUNCHES = [
    "NAME<<<1, 1>>>(ARGUMENTS);", "NAME <<< 1 , 1 >>> ( ARGUMENTS ) ;", "(NAME)<<<1, 1>>>(ARGUMENTS);",
    "::PLACE::NAME<<<1, 1>>>(ARGUMENTS);",
    "PLACE::NAME<<<1, 1>>>(ARGUMENTS);", "NAME<<<dim3(1), dim3(1, 2)>>>(ARGUMENTS);",
    "NAME<<<{1, 2}, {1, 2, 1}>>>(ARGUMENTS);",
    "NAME<<<a, a + 1, 0>>>(ARGUMENTS);", "NAME<<<1, 1, 0, 0>>>(ARGUMENTS);", "NAME<<<1, 1, 0, nullptr>>>(ARGUMENTS);",
    "NAME<<<1, 1, 0, 0, 0>>>(ARGUMENTS);", "NAME<<<4>>>(ARGUMENTS);", "NAME<<<>>>(ARGUMENTS);", "NAME<<<1, 1>>>();",
    "NAME<<<1, 1>>>(ARGUMENTS, 1);", "NAME(ARGUMENTS);", "auto f = NAME; f<<<1, 1>>>(ARGUMENTS);",
    "if (a) NAME<<<1, 1>>>(ARGUMENTS); else NAME<<<2, 1>>>(ARGUMENTS);",
    "for (int i = 0; i < 2; NAME<<<1, 1>>>(ARGUMENTS), i++) ;", "do NAME<<<1, 1>>>(ARGUMENTS); while (a--);",
    "switch (a) { case 1: NAME<<<1, 1>>>(ARGUMENTS); default: ; }",
    "NAME<<<1, 1>>>(ARGUMENTS), NAME<<<1, 1>>>(ARGUMENTS);", "return NAME<<<1, 1>>>(ARGUMENTS);",
    "auto l = [=]() mutable { NAME<<<1, 1>>>(ARGUMENTS); }; l();",
    "a ? NAME<<<1, 1>>>(ARGUMENTS) : (void)0;", "(a ? NAME : NAME)<<<1, 1>>>(ARGUMENTS);",
    "(&NAME)<<<1, 1>>>(ARGUMENTS);", "(*NAME)<<<1, 1>>>(ARGUMENTS);",
    "label: NAME<<<1, 1>>>(ARGUMENTS); if (a < 0) goto label;", "int x = NAME<<<1, 1>>>(ARGUMENTS);",
    "(void)NAME<<<1, 1>>>(ARGUMENTS);", "NAME<<<(1 > 0), (4 >> 1)>>>(ARGUMENTS);",
    "NAME<<<1, box<int>{1}.value>>>(ARGUMENTS);", "{ NAME<<<1, 1>>>(ARGUMENTS); }",
    "if (NAME<<<1, 1>>>(ARGUMENTS), a) ;", "NAME<<<1, 1>>(ARGUMENTS);", "NAME<<1, 1>>>(ARGUMENTS);",
    "NAME<<<1.5f, 1>>>(ARGUMENTS);", "NAME<<<p, 1>>>(ARGUMENTS);", 'NAME<<<1, 1>>>(ARGUMENTS, "x");',
    "throw_away(NAME<<<1, 1>>>(ARGUMENTS));",
]


def launch(place, head_of=None):
    """A kernel, and one launch of it."""
    first, second = draw.choice(list(PARAMETERS.items())), draw.choice(list(MORE.items()))
    drawn = one([first], [first, second], [first, second], [second])
    parameters = ", ".join(p for p, _ in drawn)
    arguments = ", ".join(a for _, a in drawn if a)
    body = one("{}", "{ return; }")
    form = draw.choice(LAUNCHES) if draw.random() < 0.6 else LAUNCHES[0]
    name = "k"
    if draw.random() < 0.4:  # a template
        argument, value = one(("T x", "1"), ("T *x", "p"), ("T x", "pair{1, 2}"), ("T x, T y", "1, 2"),
                              ("box<T> x", "box<int>{1}"), ("const T x", "1.5"))
        head = one("template <class T> ", "template <typename T, int N = 4> ",
                   "template <class T, class... A> ") + kernel_head("k", f"{argument}, {parameters}")
        arguments = value + (", " if arguments else "") + arguments
        if "&" not in head:
            name = one("k", "k", "k<int>", "k<float>") if value == "1" else "k"
    else:
        head = kernel_head("k", parameters)
        if "static" not in head and draw.random() < 0.2:
            head = 'extern "C" ' + head
        head = head if draw.random() < 0.9 else shuffled(
            *some("__global__", "void", "static", "__device__", "__host__"), "void") + f" k({parameters})"
    if 'extern "C"' in head:
        head, name = head.replace("k(", f"c_{place}("), f"c_{place}"
    if "__global__" not in head and "(*" in form:
        form = LAUNCHES[0]  # nvcc takes what is no name for a pointer, whatever it points to
    form = form.replace("NAME", name).replace("PLACE", place)
    caller = one("void", "void", "static void", "__host__ void", "__host__ __device__ void", "__device__ void")
    if form == LAUNCHES[0] and draw.random() < 0.2:
        caller = "template <class U> void"
    host = f"{caller} launch(float *p, int a) {{ {form.replace('ARGUMENTS', arguments)} }}"
    return f"{head} {body}\n{host}"


SHARED = [
    "TYPE s[4];", "TYPE s;", "TYPE s[4][2];", "TYPE s, t;", "TYPE s[4], t[2][2], u;", "TYPE s[N];",
    "TYPE s[N * 2 + 1];", "TYPE s[n];", "TYPE s[M];",
    "TYPE s[];", "TYPE s = 0;", "TYPE s{};", "TYPE s[4] = {};", "TYPE *s;", "TYPE *s, t;", "TYPE (*s)[4];",
    "TYPE (s)[4];", "TYPE s [[maybe_unused]] [4];",
    "TYPE s[sizeof(int) * 2];", "TYPE s[4 > 2 ? 3 : 1];", "TYPE s __attribute__((unused));",
    "TYPE s[4] __attribute__((aligned(16)));",
    "TYPE s[13000];", "TYPE s[static_cast<int>(4)];", "TYPE s[box<int>::size];", "TYPE *s[4];",
]
TYPES = ["float", "int", "unsigned char", "pair", "struct pair", "box<int>", "box<box<int>>", "float4", "auto",
         "unsigned long long",
         "std::size_t", "struct { int a; }", "decltype(0)", "made", "::dim3", "typename box<int>::type", "T"]


def shared(place):
    """A kernel or another function with a __shared__ variable."""
    kind = draw.choice(TYPES)
    words = shuffled("__shared__", kind,
                     *some("static", "extern", "volatile", "alignas(16)", "__align__(8)", "[[maybe_unused]]",
                           "__attribute__((aligned(8)))", "__device__")[:2])
    if "extern" in words:
        words = words.replace("static", "").replace("struct { int a; }", "pair")
    words = re.sub(r"(.*)(\[\[.*?\]\]|alignas\(16\))", r"\2 \1", words)
    array = (one("TYPE s[];", "TYPE s[][4];", "TYPE s[] __attribute__((aligned(16)));")
             if "extern" in words else draw.choice(SHARED))
    declared = words + " " + array.replace("TYPE", "")
    function = one("__global__ void k(int n)", "__global__ void k(int n)", "__device__ int d(int n)",
                   "__host__ __device__ int d(int n)", "int h(int n)", "__device__ auto d(int n) -> int")
    if kind == "T":
        function = "template <class T> " + function
    inner = one("{}", "{}", "{}", "if (n) {{ {} }}", "for (int i = 0; i < 2; i++) {{ {} }}",
                "{{ {} }}").format(declared)
    after = one("", "(void)sizeof(s);", "__syncthreads();", "(void)s;")
    if "{ " in inner:
        after = ""
    if "extern" in words:
        after = "(void)s;" if after else ""  # sizeof(s) is a mistake that only nvcc can see
    back = "" if "void" in function else " return 0;"
    return f"{function} {{ const int M = 2; {inner} {after}{back} }}"


def variable(place):
    """A variable of the device outside of functions, or within one."""
    words = shuffled(one("__device__", "__constant__", "__managed__", "__shared__"), draw.choice(TYPES[:8]),
                     *some("static", "const", "volatile", "extern", "alignas(16)")[:1])
    words = re.sub(r"(.*)(alignas\(16\))", r"\2 \1", words)
    if "__managed__" in words:
        words = words.replace("const", "")
    declarator = one("x", "x, y", "x[4]", "*x", "x[2][2], *y", "x[N]", "x = 1", "x[2] = { 1, 2 }", "x{}", "x = { 1 }")
    declared = f"{words} {declarator};"
    if draw.random() < 0.5:
        return declared
    return one("void h()", "__global__ void k()", "__device__ void d()") + f" {{ {declared} }}"


CALLS = ["X(1);", "int x = X(1); (void)x;", "return (void)X(1);", "(void)sizeof(X(1));", "if (X(1)) ;",
         "(void)decltype(X(1))();", "int y = 1 + X(X(1)); (void)y;", "PLACE::X(1);"]


def call(place):
    """A function calls another; each for the host, the device or both."""
    words = shuffled("int", *some("static", "inline", "__device__", "__host__", "__forceinline__", "__noinline__",
                                  "constexpr", "__global__")[:3])
    callee = one(f"{words} X(int i) {{ return i; }}", f"{words} X(int i) {{ return i; }}",
                 f"template <class T> {words} X(T i) {{ return i; }}",
                 f"{words} X(int i); {words} X(int i) {{ return i; }}")
    callee = one("", "", "", "[[nodiscard]] ") + callee
    caller = one("__global__ void", "__device__ void", "void", "__host__ __device__ void", "__host__ void",
                 "template <class T> __global__ void", "void __device__", "void __global__")
    again = one("", "caller<<<1, 1>>>();") if "global" in caller and "template" not in caller else ""
    calling = f"{callee}\n{caller} caller() {{ {draw.choice(CALLS).replace('PLACE', place)} }}"
    return calling + (f"\nvoid host() {{ {again} }}" if again else "")


PLACES = [  # KERNEL is a kernel of one parameter, LAUNCH a launch of it
    "KERNEL {} void h(int a) { LAUNCH; }", "KERNEL; void h(int a) { LAUNCH; } KERNEL {}",
    "void h(int a); KERNEL {} void h(int a) { LAUNCH; }",
    "namespace inner { KERNEL {} } void h(int a) { inner::LAUNCH; }",
    "namespace inner { KERNEL {} } using namespace inner; void h(int a) { LAUNCH; }",
    "namespace inner { KERNEL {} } using inner::k; void h(int a) { LAUNCH; }",
    "namespace { KERNEL {} } void h(int a) { LAUNCH; }",
    "KERNEL {} struct s { void h(int a) { LAUNCH; } };",
    "KERNEL {} struct s { int a; void h() { LAUNCH; } static void g(int a) { LAUNCH; } s(int a) { LAUNCH; } };",
    "KERNEL {} template <class U> struct s { void h(int a) { LAUNCH; } }; template struct s<int>;",
    "KERNEL {} template <class U> void h(U a) { LAUNCH; } template void h<int>(int);",
    "KERNEL {} auto h = [](int a) { LAUNCH; };", "KERNEL {} void h(int a) { auto f = [&] { LAUNCH; }; f(); }",
    "KERNEL {} int h(int a) { return LAUNCH, a; }",
    "KERNEL {} void h(int a) try { LAUNCH; } catch (...) { }",
    "KERNEL {} void h(int a) { if constexpr (N > 4) LAUNCH; }",
    "KERNEL {} void h(int a) { for (auto b : {1, 2}) LAUNCH, a = b; }",
    "KERNEL {} void h(int a) { const auto f = &k<int>; f<<<1, 1>>>(a); }",
    "KERNEL {} void h(int a) { auto f = k; (*f)<<<1, 1>>>(a); }",
    "KERNEL {} struct s { void (*f)(int); }; void h(s *p) { p->f<<<1, 1>>>(1); }",
    "KERNEL {} void (*fs[])(int) = { k, k }; void h(int a) { fs[a]<<<1, 1>>>(a); (*fs)<<<1, 1>>>(a); }",
    "KERNEL {} typedef void (*f)(int); void h(f p, int a) { p<<<1, 1>>>(a); }",
    "KERNEL {} template <void (*K)(int)> void h(int a) { K<<<1, 1>>>(a); } template void h<k>(int);",
    "KERNEL { h(a); } void h(int a) { LAUNCH; }", "KERNEL { LAUNCH; }", "KERNEL {} int a = (LAUNCH, 1);",
    "KERNEL {} KERNEL {} void h(int a) { LAUNCH; }",
    "KERNEL {} __global__ void k(float *p) {} void h(int a) { LAUNCH; }",
    "KERNEL {} void k(float *p) {} void h(int a) { LAUNCH; k(nullptr); }",
    "KERNEL {} namespace other { void k(int a) {} void h(int a) { k(a); } } void h(int a) { LAUNCH; }",
    "KERNEL {} void h(int a) { int k = a; (void)k; }",
    "#define RUN LAUNCH\nKERNEL {} void h(int a) { RUN; }\n#undef RUN",
    "#define RUN(k, ...) k<<<1, 1>>>(__VA_ARGS__)\nKERNEL {} void h(int a) { RUN(k, a); }\n#undef RUN",
    "#define KERNEL_ KERNEL\nKERNEL_ {} void h(int a) { LAUNCH; }\n#undef KERNEL_",
    "KERNEL noexcept {} void h(int a) { LAUNCH; }", "KERNEL {} void h(int a) { if (a) { k<<<1, 1>>>(a) } }",
    "KERNEL {} void h(int a) { cudaError_t e = (LAUNCH, cudaGetLastError()); (void)e; }",
]
HEADS = ["__global__ void k(int a)", "void __global__ k(int a)", "static __global__ void k(int a)",
         "template <class T> __global__ void k(T a)", "template <typename T = int> __global__ void k(T a)",
         "extern \"C\" __global__ void k(int a)",
         "__global__ auto k(int a) -> void", "template <int M> __global__ void k(int a)", "__device__ void k(int a)",
         "void k(int a)", "__global__ int k(int a)", "inline __global__ void k(const int a)",
         "template <class... A> __global__ void k(A... a)",
         "__global__ void __launch_bounds__(32, 2) k(int a)", "__global__ __host__ void k(int a)",
         "__global__ constexpr void k(int a)", "__global__ static inline void k(volatile int a)"]


def place(i):
    """Where kernels and launches stand."""
    head, name = draw.choice(HEADS), one("k", "k", "k", "k<int>", "k<3>")
    return draw.choice(PLACES).replace("KERNEL", head, 1).replace("KERNEL", head).replace(
        "LAUNCH", f"{name}<<<1, 1>>>(a)")


KINDS = [launch, launch, launch, shared, variable, call, place]
COMMENTS = ["/* <<<1, 1>>>( */", "// __global__ {\n", "/* } */", "\\\n", "\n", "/* __shared__ */"]


def named(piece, i):
    """Its functions have names of their own: the front end judges a name by all its declarations."""
    piece = re.sub(r"(extern\b.*) x(\[2\])? ?(=.*|\{.*)?;", r"\1 x[2];", piece)
    return re.sub(r"\b(k|X|d|h|caller|launch|host|x)\b", rf"\g<1>{i}", piece)


def commented(piece):
    """A comment or a newline between some of its tokens."""
    parts = re.split(r"(\s+)", piece)
    for i in range(1, len(parts), 2):
        if draw.random() < 0.06:
            parts[i] += draw.choice(COMMENTS)
    return "".join(parts)


PRELUDE = """#include <stdio.h>
#include <cstddef>
struct pair { int a, b; };
template <class T> struct box { typedef T type; static constexpr int size = 4; T value; };
enum class one { two };
typedef unsigned int made;
constexpr int N = 8;
template <class T> void throw_away(T) {}
"""


def file_of(pieces):
    """The text of these pieces, and for each line the number of its piece."""
    text, lines = PRELUDE, [None] * (PRELUDE.count("\n") + 1)
    for i, piece in pieces.items():
        piece = f"namespace v{i} {{\n{piece}\n}}\n"
        text += piece
        lines += [i] * piece.count("\n")
    return text, lines


def said(output, path, lines):
    """What was said of each piece that has an error. An error elsewhere comes from a launch within."""
    found, last = {}, None
    for line in output.splitlines():
        place = re.match(re.escape(path) + r"[:(](\d+)", line)
        number = int(place[1]) if place else None
        if number is not None and number < len(lines) and lines[number]:
            last = lines[number]
        if re.search(r"\berror\b", line) and last:
            found.setdefault(last, line)
    return found


def refused(pieces, command, path):
    """Of these pieces those that the compiler refuses, with its words."""
    left, found = dict(pieces), {}
    while left:
        text, lines = file_of(left)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        p = subprocess.run(command + [path], capture_output=True, text=True, env=dict(os.environ, LC_ALL="C"))
        new = said(p.stdout + p.stderr, path, lines)
        if p.returncode and not new:
            sys.exit(f"{' '.join(command)} fails and names no piece:\n{p.stdout}{p.stderr}")
        if not new:
            break
        found.update(new)
        left = {i: piece for i, piece in left.items() if i not in new}
    return found


def without(found, i):
    return {k: v for k, v in found.items() if k != i}


def main():
    seed, count, folder, *options = sys.argv[1:]
    draw.seed(int(seed))
    pieces = {i: commented(named(draw.choice(KINDS)(f"v{i}"), i)) for i in range(1, int(count) + 1)}
    os.makedirs(folder, exist_ok=True)
    nvcc = [os.environ.get("NVCC", "nvcc"), "-std=c++17", "-arch=sm_75", "-w", "-Xcudafe", "--error_limit=1000", "-c",
            "-o", "/dev/null"]
    cucc = [os.environ.get("CUCC", "common/cpu_device/cucc"), "-O0", "-w", "-c", "-o", "/dev/null", *options]
    theirs = refused(pieces, nvcc, f"{folder}/theirs.cu")
    ours = refused(pieces, cucc, f"{folder}/ours.cu")
    for i in pieces:  # one may have been refused for what stands before it
        if (i in theirs) != (i in ours):
            alone = {i: pieces[i]}
            theirs, ours = ({**without(theirs, i), **refused(alone, nvcc, f"{folder}/theirs.cu")},
                            {**without(ours, i), **refused(alone, cucc, f"{folder}/ours.cu")})
    differ = [i for i in pieces if (i in theirs) != (i in ours)]
    bad = 0
    for i in differ:
        words = pieces[i] + theirs.get(i, "") + ours.get(i, "")
        if any(re.search(pattern, words) for pattern in ALLOWED):
            continue
        bad += 1
        print(f"---- seed {seed}, piece {i}: refused by {'nvcc' if i in theirs else 'the CPU device'} alone\n"
              f"{pieces[i]}\n  {theirs.get(i) or ours.get(i)}")
    print(f"{len(pieces)} pieces, {len(theirs)} refused by nvcc, {len(ours)} by the CPU device; {bad} disagree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
