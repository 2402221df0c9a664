#!/usr/bin/env bats
# Answers, wrong kernels and programs by nvcc's PTX: what tests/shell/ptx.bats leaves out.
# shellcheck disable=SC2154 # helpers.bash sets root, labs

load ../shell/helpers
load ../shell/ptx

setup() {
    needs_nvcc
    export BUILD=build/quick QUICK=1
}

teardown() {
    [ -z "$scratch" ] || rm -rf "$scratch"
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

@test "every wrong kernel without a race has the verdict of the CPU device" {
    local all
    mapfile -t all < <(wrong_without_race)
    check "there are 150 at least" [ ${#all[@]} -ge 150 ]
    wrong_by_ptx "${all[@]}"
}

@test "the racy ones run to their end" {
    local name words
    while read -r name _; do
        quick "build/quick/ptx75/$name"
        read -r -a words < <(expected_of "tests/$name.cu")
        try timeout 300 "build/quick/ptx75/$name" --quick --seed 1 --only "${words[0]}"
        check "$name: a verdict" [ "$status" -le 1 ]
    done < <(grep -v '^#' tests/ptx/racy.txt)
}

@test "unusual kernels that are right are ok" {
    local all
    mapfile -t all < <(grep -l '^/\* \(in the long tests, \)\?expects: ' tests/right/*/*.cu | sed 's|^tests/||; s|\.cu$||')
    wrong_by_ptx "${all[@]}"
}

@test "every answer is right for other GPUs, too" {
    answers_by_ptx 80
    answers_by_ptx 90
}

@test "every program is right, but for what tests/ptx/programs.txt explains" {
    local file names=()
    for file in tests/programs/*.cu; do
        grep -q "^$(basename "$file" .cu) " tests/ptx/programs.txt || names+=("$(basename "$file" .cu)")
    done
    programs_by_ptx 80 "${names[@]}"
}
