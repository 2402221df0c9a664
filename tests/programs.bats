#!/usr/bin/env bats
# The CPU device on programs as courses write them:
#   tests/programs/        build and run; status 0 when what they computed is right
#   tests/refused/         use what the CPU device has not; the first line says how it must say so
#   tests/compile_errors/  hold a mistake; the first line says which file and line must be named
# A line with the comment "here" is the one to be named. All of them are built first, in parallel.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load helpers
load programs

setup_file() {
    work=$(mktemp -d)
    cd "$root" || return
    local file
    for file in tests/programs/*.cu tests/refused/*.cu tests/compile_errors/*.cu; do
        echo "g++ quick $file"
    done >"$work/jobs"
    build_all
}

teardown_file() {
    rm -rf "$work"
}

setup() {
    cd "$root" || return
    scratch=$(mktemp -d)
}

teardown() {
    rm -rf "$scratch"
}

@test "programs: built with g++, each is right" {
    run_programs g++ quick
}

@test "programs: right on one CPU thread" {
    run_programs g++ quick OMP_NUM_THREADS=1
}

@test "programs: right on seven CPU threads" {
    run_programs g++ quick OMP_NUM_THREADS=7
}

@test "programs: no warning is about the device's own text, with -Wall -Wextra" {
    no_warning_of_ours g++ quick
}

@test "programs: a libc that declares all of C23's and TS 18661-4's mathematics collides with nothing" {
    try env CXX=g++ BUILD=build/quick CUCC_IN_MAKE=1 common/cpu_device/cucc -O0 -Wall -Wextra \
        -isystem tests/future_libc tests/programs/device_math.cu -o "$scratch/math"
    check "it builds" [ "$status" -eq 0 ]
    check "nothing is said" [ -z "$out$err" ]
    try "$scratch/math"
    check "it is right" [ "$status" -eq 0 ]
}

@test "programs: nor does one that declares every function that CUDA has beside C" {
    local header=common/cpu_device/cuda_runtime.h declared compiler
    # Each by its own declaration, as C's.
    g++ -E -P -x c++ -std=c++17 $header | tr '\n' ' ' | grep -o 'template <class = void> static inline [^{]*{' |
        sed -E 's/template <class = void> static inline (.*)\{/extern "C" \1 noexcept(true);/' | sort -u >"$scratch/all.h"
    declared=$(wc -l <"$scratch/all.h")
    check "120 functions or more, not $declared" [ "$declared" -ge 120 ]
    for compiler in g++ $(command -v clang++ || true); do
        try "$compiler" -x c++ -std=c++17 -fsyntax-only -include "$scratch/all.h" -include $header - </dev/null
        check "$compiler, before" [ "$status" -eq 0 ]
        try "$compiler" -x c++ -std=c++17 -fsyntax-only -include $header -include "$scratch/all.h" - </dev/null
        check "$compiler, behind" [ "$status" -eq 0 ]
    done
    # What is no template is an error there: min, which would compete with std::min if it were one.
    echo 'extern "C" int min(int, int) noexcept(true);' >"$scratch/min.h"
    try g++ -x c++ -std=c++17 -fsyntax-only -include $header -include "$scratch/min.h" - </dev/null
    check "the test can fail" [ "$status" -ne 0 ]
}

@test "programs: written on Windows, in Latin-1, in a folder with a blank in its name" {
    local name folder="$scratch/my labs"
    mkdir -p "$folder/include"
    for name in macros.cu include/common.h launch_grammar.cu; do
        sed 's/$/\r/; 1s/^/\xef\xbb\xbf/' "tests/programs/$name" >"$folder/$name"
    done
    sed '1s,^,/* matriz r\xe1pida */ ,' tests/programs/names.cu >"$folder/latin 1.cu"
    cp tests/programs/include/kernels*.cuh "$folder/include"
    for name in macros launch_grammar "latin 1"; do
        try env CXX=g++ BUILD="$root/build/quick" CUCC_IN_MAKE=1 common/cpu_device/cucc -O0 "$folder/$name.cu" -o "$folder/$name"
        check "$name builds" [ "$status" -eq 0 ]
        try "$folder/$name"
        check "$name is right" [ "$status" -eq 0 ]
    done
}

@test "programs: printf in a kernel, every thread's line and every format" {
    try "$work/g++-quick-hello"
    check "a greeting of each of 8 threads" [ "$(grep -E -c '^Hello from thread [0-3] of block [01], 8 in all$' <<<"$out")" -eq 8 ]
    check "none twice" [ "$(sort <<<"$out" | uniq -d | wc -l)" -eq 0 ]
    check "the host's line comes after them" [ "$(grep -n '^host$' <<<"$out")" = "9:host" ]
    check "formats" contains "$out" ' 3.14|1.234500e+03|42  |00ff|x|1099511627776|18446744073709551615|text|%|0.5'
}

@test "programs: an assertion in a kernel is reported with its file, line and thread" {
    try "$work/g++-quick-errors_assert"
    check "where" grep -E -q 'errors_assert\.cu:12: .*block: \[[01],0,0\], thread: \[[0-3],0,0\].*[Aa]ssertion .*failed' <<<"$err"
}

@test "refused: what the CPU device has not is refused by name and line, with g++" {
    must_say g++ refused refuses
}

@test "compile errors: the student's own file and line are named, with g++" {
    must_say g++ compile_errors expects
}

@test "make run: builds, passes the arguments on, and has the program's status" {
    printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' \
        '__global__ void k(int *p, int v) { *p = v; }' \
        'int main(int argc, char **argv) { int *d, h = 0; cudaMalloc(&d, 4);' \
        'k<<<1, 1>>>(d, argc > 1 ? atoi(argv[1]) : 3); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);' \
        'printf("%d %d\n", argc, h); if (h == 9) abort(); return h; }' >"$scratch/my.cu"
    try quick run FILE="$scratch/my.cu" ARGS="0 two"
    check "status 0" [ "$status" -eq 0 ]
    check "what it printed" shows '^3 0$'
    try quick run FILE="$scratch/my.cu"
    check "fails as the program does" [ "$status" -ne 0 ]
    check "what it printed" shows '^1 3$'
    try quick run FILE="$scratch/my.cu" ARGS=9
    check "fails when the program crashes" [ "$status" -ne 0 ]
    sed -i 's/^k<<</q<<</' "$scratch/my.cu"
    try quick run FILE="$scratch/my.cu"
    check "fails when it does not build" [ "$status" -ne 0 ]
    check "names the line" grep -q "my.cu:5:" <<<"$err"
    check "does not run what was built before" shows_no '^1 3$'
}
