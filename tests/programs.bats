#!/usr/bin/env bats
# The CPU device on programs as courses write them:
#   tests/programs/        build and run; status 0 when what they computed is right; the first line of
#                          some says what they are warned of, the others are not warned
#   tests/refused/         use what the CPU device has not; the first line says how it must say so
#   tests/compile_errors/  hold a mistake; the first line says which file and line must be named
# A line with the comment "here" is the one to be named. All of them are built first, in parallel.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load helpers

# The flags of a variant.
flags_of() {
    case $1 in
    default) echo "-Wall -Wextra" ;;
    sanitized) echo "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined" ;;
    quick) echo "-O0" ;;
    esac
}

# build_one <compiler> <variant> <file>: leaves the program, what the compiler said and its status.
build_one() {
    local to status=0
    to=$work/$1-$2-$(basename "$3" .cu)
    # shellcheck disable=SC2046 # the flags are words
    (cd "$(dirname "$3")" && CXX=$1 BUILD=$root/build/$1 "$root/common/cpu_device/cucc" $(flags_of "$2") \
        "$(basename "$3")" -o "$to") >"$to.said" 2>&1 </dev/null || status=$?
    echo $status >"$to.status"
}

# every <n> <file...>: the first, and then each n-th.
every() {
    local n=$1 i=0
    shift
    for file; do
        [ $((i++ % n)) -ne 0 ] || echo "$file"
    done
}

compilers() {
    echo g++
    ! command -v clang++ >/dev/null || echo clang++
}

setup_file() {
    work=$(mktemp -d)
    export root work
    export -f build_one flags_of
    local compiler n file
    cd "$root" || return
    # make run brings what cucc needs up to date, for all that follow.
    echo 'int main() { return cudaSuccess; }' >"$work/first.cu"
    for compiler in $(compilers); do
        make -s DEVICE=cpu CXX="$compiler" BUILD="build/$compiler" run FILE="$work/first.cu"
    done
    for compiler in $(compilers); do
        n=3
        [ "$compiler" != g++ ] || n=1
        for file in $(every $n tests/programs/*.cu); do echo "$compiler default $file"; done
        for file in $(every $n tests/refused/*.cu tests/compile_errors/*.cu); do
            echo "$compiler quick $file"
        done
    done >"$work/jobs"
    for file in $(every 8 tests/programs/[!e]*.cu); do
        echo "g++ sanitized $file"
    done >>"$work/jobs"
    # shellcheck disable=SC2016 # the inner shell expands them
    xargs -P "$(nproc)" -L 1 bash -c 'build_one "$1" "$2" "$3"' build <"$work/jobs"
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

# jobs_of <compiler> <variant> <folder>: the files that were built so.
jobs_of() {
    awk -v c="$1" -v v="$2" -v f="tests/$3/" '$1 == c && $2 == v && index($3, f) == 1 { print $3 }' \
        "$work/jobs"
}

# What a test found to be wrong; it goes on to the next file, and fails in the end.
complain() {
    echo "$1"
    sed 's/^/    /' "$2" | head -n 12
    complaints=$((complaints + 1))
}

no_complaints() {
    [ "$seen" -gt 0 ] && [ "$complaints" -eq 0 ]
}

# run_programs <compiler> <variant> [NAME=value...]: each must have been built, and ends with 0.
run_programs() {
    local compiler=$1 variant=$2 file program
    shift 2
    seen=0 complaints=0
    for file in $(jobs_of "$compiler" "$variant" programs); do
        program=$work/$compiler-$variant-$(basename "$file" .cu)
        seen=$((seen + 1))
        if [ "$(cat "$program.status")" -ne 0 ]; then
            complain "$file does not build with $compiler" "$program.said"
            continue
        fi
        try timeout 60 env "$@" "$program"
        [ "$status" -eq 0 ] || complain "$file ($compiler $variant $*) ends with $status" "$scratch/try.err"
    done
    no_complaints
}

@test "programs: built with g++, each is right" {
    run_programs g++ default
}

@test "programs: right on one CPU thread" {
    run_programs g++ default OMP_NUM_THREADS=1
}

@test "programs: right on seven CPU threads" {
    run_programs g++ default OMP_NUM_THREADS=7
}

@test "programs: built with clang++, a third of them, each is right" {
    command -v clang++ >/dev/null || skip "no clang++ on PATH"
    run_programs clang++ default
}

@test "programs: a part of them under AddressSanitizer and UndefinedBehaviorSanitizer" {
    # Kernels switch stacks, and fibers that end early leave theirs as it is.
    run_programs g++ sanitized ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0
}

@test "programs: no warning is about the device's own text, with -Wall -Wextra" {
    local compiler file said
    seen=0 complaints=0
    for compiler in $(compilers); do
        for file in $(jobs_of "$compiler" default programs); do
            said=$work/$compiler-default-$(basename "$file" .cu).said
            seen=$((seen + 1))
            ! grep -E -q '^[^ ]*cpu_device/.* warning:|warning:.*cpu_device' "$said" ||
                complain "$file ($compiler)" "$said"
        done
    done
    no_complaints
}

@test "programs: those with a doubtful line are warned of it by name and line, no others" {
    local file said pattern here
    seen=0 complaints=0
    for file in $(jobs_of g++ default programs); do
        said=$work/g++-default-$(basename "$file" .cu).said
        pattern=$(sed -n -E '1s,^/\* warns: (.*) \*/$,\1,p' "$file")
        here=$(grep -n '/\* here \*/' "$file" | cut -d : -f 1)
        seen=$((seen + 1))
        grep -E ' warning: | note: without' "$said" | grep -v -e '\[-W' -e 'missing terminating' >"$scratch/warned" || true # not the compiler's
        if [ -z "$pattern" ]; then
            [ ! -s "$scratch/warned" ] || complain "$file is warned" "$scratch/warned"
        elif [ "$(grep -c . "$scratch/warned")" -ne 1 ] || ! grep -E -q "^$(basename "$file"):$here:.*$pattern" "$scratch/warned"; then
            complain "$file is not warned once, at line $here, of $pattern" "$said"
        fi
    done
    no_complaints
}

@test "programs: a libc that declares all of C23's and TS 18661-4's mathematics collides with nothing" {
    local compiler
    for compiler in $(compilers); do
        try env CXX="$compiler" BUILD="build/$compiler" CUCC_IN_MAKE=1 common/cpu_device/cucc -O0 -Wall -Wextra \
            -isystem tests/future_libc tests/programs/device_math.cu -o "$scratch/math"
        check "$compiler builds" [ "$status" -eq 0 ]
        check "$compiler says nothing" [ -z "$out$err" ]
        try "$scratch/math"
        check "$compiler: and it is right" [ "$status" -eq 0 ]
    done
}

@test "programs: nor does one that declares every function that CUDA has beside C" {
    local header=common/cpu_device/cuda_runtime.h declared compiler
    # Each by its own declaration, as C's.
    g++ -E -P -x c++ -std=c++17 $header | tr '\n' ' ' | grep -o 'template <class = void> static inline [^{]*{' |
        sed -E 's/template <class = void> static inline (.*)\{/extern "C" \1 noexcept(true);/' | sort -u >"$scratch/all.h"
    declared=$(wc -l <"$scratch/all.h")
    check "120 functions or more, not $declared" [ "$declared" -ge 120 ]
    for compiler in $(compilers); do
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
        try env CXX=g++ BUILD="$root/build/g++" common/cpu_device/cucc -O0 "$folder/$name.cu" -o "$folder/$name"
        check "$name builds" [ "$status" -eq 0 ]
        try "$folder/$name"
        check "$name is right" [ "$status" -eq 0 ]
    done
}

@test "programs: printf in a kernel, every thread's line and every format" {
    try "$work/g++-default-hello"
    check "a greeting of each of 8 threads" [ "$(grep -E -c '^Hello from thread [0-3] of block [01], 8 in all$' <<<"$out")" -eq 8 ]
    check "none twice" [ "$(sort <<<"$out" | uniq -d | wc -l)" -eq 0 ]
    check "the host's line comes after them" [ "$(grep -n '^host$' <<<"$out")" = "9:host" ]
    check "formats" contains "$out" ' 3.14|1.234500e+03|42  |00ff|x|1099511627776|18446744073709551615|text|%|0.5'
}

@test "programs: an assertion in a kernel is reported with its file, line and thread" {
    try "$work/g++-default-errors_assert"
    check "where" grep -E -q 'errors_assert\.cu:12: .*block: \[[01],0,0\], thread: \[[0-3],0,0\].*[Aa]ssertion .*failed' <<<"$err"
}

# must_say <compiler> <folder> <word>: the compiler fails, in the words of the first line.
must_say() {
    local compiler=$1 folder=$2 word=$3 file built said pattern here
    seen=0 complaints=0
    for file in $(jobs_of "$compiler" quick "$folder"); do
        built=$work/$compiler-quick-$(basename "$file" .cu)
        said=$built.said
        pattern=$(sed -n -E "1s,^(/\*|//) $word: (.*),\2,p" "$file" | sed 's, \*/$,,')
        here=$(grep -n '/\* here \*/' "$file" | cut -d : -f 1)
        seen=$((seen + 1))
        if [ "$(cat "$built.status")" -eq 0 ] || [ -e "$built" ]; then
            complain "$file builds with $compiler" "$said"
        elif [ -z "$pattern" ] || ! grep -E -q "$pattern" "$said"; then
            complain "$file: $compiler does not say $pattern" "$said"
        elif [ -n "$here" ] && ! grep -q "^$(basename "$file"):$here:" "$said"; then
            complain "$file: $compiler does not name line $here" "$said"
        fi
    done
    no_complaints
}

@test "refused: what the CPU device has not is refused by name and line, with g++" {
    must_say g++ refused refuses
}

@test "refused: likewise with clang++" {
    command -v clang++ >/dev/null || skip "no clang++ on PATH"
    must_say clang++ refused refuses
}

@test "compile errors: the student's own file and line are named, with g++" {
    must_say g++ compile_errors expects
}

@test "compile errors: likewise with clang++" {
    command -v clang++ >/dev/null || skip "no clang++ on PATH"
    must_say clang++ compile_errors expects
}

@test "make run: builds, passes the arguments on, and has the program's status" {
    printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' \
        '__global__ void k(int *p, int v) { *p = v; }' \
        'int main(int argc, char **argv) { int *d, h = 0; cudaMalloc(&d, 4);' \
        'k<<<1, 1>>>(d, argc > 1 ? atoi(argv[1]) : 3); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);' \
        'printf("%d %d\n", argc, h); if (h == 9) abort(); return h; }' >"$scratch/my.cu"
    try make --no-print-directory DEVICE=cpu run FILE="$scratch/my.cu" ARGS="0 two"
    check "status 0" [ "$status" -eq 0 ]
    check "what it printed" shows '^3 0$'
    try make --no-print-directory DEVICE=cpu run FILE="$scratch/my.cu"
    check "fails as the program does" [ "$status" -ne 0 ]
    check "what it printed" shows '^1 3$'
    try make --no-print-directory DEVICE=cpu run FILE="$scratch/my.cu" ARGS=9
    check "fails when the program crashes" [ "$status" -ne 0 ]
    sed -i 's/^k<<</q<<</' "$scratch/my.cu"
    try make --no-print-directory DEVICE=cpu run FILE="$scratch/my.cu"
    check "fails when it does not build" [ "$status" -ne 0 ]
    check "names the line" grep -q "my.cu:5:" <<<"$err"
    check "does not run what was built before" shows_no '^1 3$'
}
