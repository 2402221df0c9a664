#!/usr/bin/env bats
# bats file_tags=slow
# The CPU device on programs as courses write them:
#   tests/programs/        build and run; status 0 when what they computed is right; the first line of
#                          some says what they are warned of, the others are not warned
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

@test "programs: built with g++, each is right" {
    run_programs g++ quick
}

@test "programs: right on one CPU thread" {
    run_programs g++ quick OMP_NUM_THREADS=1
}

@test "programs: right on seven CPU threads" {
    run_programs g++ quick OMP_NUM_THREADS=7
}

@test "programs: blocks of 1,024 threads that wait, on as many CPU threads as a large server has" {
    local threads
    for threads in 64 256; do
        exits 0 timeout 60 env OMP_NUM_THREADS=$threads "$work/g++-quick-big_blocks"
    done
}

@test "programs: 512 KB of local memory in each thread of a warp, also where addresses are few" {
    exits 0 timeout 60 env OMP_NUM_THREADS=1 bash -c "ulimit -v 2000000 && '$work/g++-quick-stacks'"
}

@test "programs: no warning is about the device's own text, with -Wall -Wextra" {
    no_warning_of_ours g++ quick
}

@test "programs: those with a doubtful line are warned of it by name and line, no others" {
    warned_as_they_say g++ quick
}

@test "programs: printf in a kernel, every thread's line and every format" {
    try "$work/g++-quick-hello"
    check "a greeting of each of 8 threads" \
        [ "$(grep -E -c '^Hello from thread [0-3] of block [01], 8 in all$' <<<"$out")" -eq 8 ]
    check "none twice" [ "$(sort <<<"$out" | uniq -d | wc -l)" -eq 0 ]
    check "the host's line comes after them" [ "$(grep -n '^host$' <<<"$out")" = "9:host" ]
    check "formats" contains "$out" ' 3.14|1.234500e+03|42  |00ff|x|1099511627776|18446744073709551615|text|%|0.5'
}

@test "programs: an assertion in a kernel is reported with its file, line and thread" {
    try "$work/g++-quick-errors_assert"
    check "where" \
        grep -E -q 'errors_assert\.cu:12: .*block: \[[01],0,0\], thread: \[[0-3],0,0\].*[Aa]ssertion .*failed' <<<"$err"
}

@test "refused: what the CPU device has not is refused by name and line, with g++" {
    must_say g++ quick refused refuses
}

@test "compile errors: the student's own file and line are named, with g++" {
    must_say g++ quick compile_errors expects
}

@test "drawn declarations and launches: the CPU device and nvcc refuse the same" {
    command -v nvcc >/dev/null || skip "no nvcc on PATH"
    exits 0 env CUCC_IN_MAKE=1 BUILD="$root/build/quick" tests/grammar.py 4 80 "$scratch/drawn" # none disagrees
}
