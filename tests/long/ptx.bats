#!/usr/bin/env bats
# Wrong kernels and programs by nvcc's PTX: what tests/shell/ptx.bats and tests/long/nvcc_ptx.bats leave out.
# shellcheck disable=SC2154 # helpers.bash sets root, labs

load ../shell/helpers
load ../shell/ptx

setup() {
    needs_nvcc
    export BUILD=build/quick QUICK=1
}

@test "every wrong kernel without a race has the verdict of the CPU device" {
    local all
    mapfile -t all < <(wrong_without_race)
    check "there are 150 at least" [ ${#all[@]} -ge 150 ]
    wrong_by_ptx "${all[@]}"
}

@test "the racy ones have a verdict, and the bug finder names the race" {
    local name words lab
    while read -r name _; do
        lab=${name#wrong/} lab=${lab%/*}
        quick "build/quick/ptx75/$name"
        quick BUILD=build/quick/check CHECK=--check OPTIMISE=-O1 "build/quick/check/$name"
        read -r -a words < <(expected_of "tests/$name.cu")
        try timeout 300 "build/quick/ptx75/$name" --quick --seed 1 --only "${words[0]}"
        check "$name: a verdict" [ "$status" -le 1 ]
        try env LAB_CHECK=1 timeout 300 "build/quick/check/$name" --quick --seed 1 --only "${words[0]}"
        check "$name: a race" grep -q "^race in .* memory: .*tests/wrong/.*[.][a-z]*:[0-9]" <<<"$out$err"
    done < <(grep -v '^#' tests/ptx/racy.txt)
}

@test "unusual kernels that are right are ok" {
    local all
    mapfile -t all < \
        <(grep -l '^/\* \(in the long tests, \)\?expects: ' tests/right/*/*.cu | sed 's|^tests/||; s|\.cu$||')
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
