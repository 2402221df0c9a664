#!/usr/bin/env bats
# The bug finder on every lab and answer, and with clang.
# shellcheck disable=SC2154 # helpers.bash sets root, labs, status, out and err

load ../shell/helpers
load ../shell/judge

@test "make check: nothing in any answer, nor in any starter but lab 3's" {
    for lab in $labs; do
        try quick "check${lab#lab}" SOLUTION=1
        check "$lab: nothing in the answers" shows '^nothing found: [0-9]+ kernel'
        check "$lab: status 0" [ "$status" -eq 0 ]
        [ "$lab" != lab03 ] || continue
        try quick "check${lab#lab}"
        check "$lab: nothing in the starter" [ "$status" -eq 0 ]
    done
}

@test "the whole suite with the slow path beside the quick one, which aborts where their verdicts differ" {
    build=build/quick/check
    export QUICK=1 CPU_DEVICE_CHECK_BOTH=1
    judge_all tests/check/bugs
    judge_all tests/check/correct
}

@test "with clang: a bug of each kind is found" {
    command -v clang++ >/dev/null || skip "no clang++ on PATH"
    build=build/clang-check
    make -s --no-print-directory DEVICE=cpu CHECK=--check OPTIMISE=-O1 BUILD="$build" CXX=clang++ CC=clang \
        "$build/rewrite" "$build/cpu_device.a" "$build/libraries.a"
    export CXX=clang++
    local some=(tests/check/bugs/{race_loop_end,bounds_shared_inner,uninit_halo,memory_*,barrier_if_else}.cu
        tests/check/bugs/{sync_pinned,leak_event,align_*}.cu)
    for file in "${some[@]}"; do
        try judge "$file"
        check "$file is judged right" [ -z "$out$err" ]
    done
}
