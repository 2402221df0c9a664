#!/usr/bin/env bats
# Answers and drawn wrong kernels by nvcc's PTX: what CI runs of the tests of common/ptx that take minutes. The rest:
# tests/long/ptx.bats.
# shellcheck disable=SC2154 # helpers.bash sets root, labs

load ../shell/helpers
load ../shell/ptx

setup() {
    needs_nvcc
    export BUILD=build/quick QUICK=1
}

@test "every answer is right by nvcc's PTX" {
    answers_by_ptx 75
}

@test "twenty wrong kernels, drawn anew each day: the verdict of the CPU device" {
    local drawn
    mapfile -t drawn < <(wrong_without_race | shuf -n 20 --random-source=<(yes "$(date +%F)"))
    check "they are twenty" [ ${#drawn[@]} -eq 20 ]
    wrong_by_ptx "${drawn[@]}"
}
