#!/usr/bin/env bats
# The same sources with nvcc, for four generations of GPUs. Needs no GPU: nothing is run on one.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets status, out and err, in each test anew

load helpers

setup() {
    command -v nvcc >/dev/null || skip "no nvcc on PATH"
    scratch=$(mktemp -d)
    cd "$root" || return
}

teardown() {
    [ -z "$scratch" ] || rm -rf "$scratch"
}

# Every lab and every answer, in a folder of its own under build/, not in the root.
builds_for() {
    local folder=build/sm_$1 lab targets=()
    nvcc --list-gpu-arch | grep -q -x "compute_$1" || skip "this nvcc does not build for sm_$1"
    for lab in $labs; do targets+=("$folder/$lab" "$folder/solution${lab#lab}"); done
    try make --no-print-directory -j2 DEVICE=cuda CUDA_ARCH="$1" BUILD="$folder" "${targets[@]}"
    check "status 0" [ "$status" -eq 0 ]
    check "no warning" shows_no -i warning
    check "nothing on stderr" [ -z "$err" ]
}

@test "nvcc builds every lab and every answer for sm_75" {
    builds_for 75
}

@test "nvcc builds every lab and every answer for sm_80" {
    builds_for 80
}

@test "nvcc builds every lab and every answer for sm_90" {
    builds_for 90
}

@test "nvcc builds every lab and every answer for sm_120" {
    builds_for 120
}

@test "a lab that was built for a GPU says in one line that there is none, status 4" {
    ! nvidia-smi -L 2>/dev/null | grep -q GPU || skip "there is a GPU here"
    for lab in $labs; do
        [ -x "build/sm_80/$lab" ] || skip "sm_80 was not built"
        try "build/sm_80/$lab" --csv "$scratch/x.csv"
        check "$lab: status 4" [ "$status" -eq 4 ]
        check "one line" one_line "$err"
        check "no CSV" [ ! -e "$scratch/x.csv" ]
        try "build/sm_80/$lab" --help
        check "--help needs no GPU" [ "$status" -eq 0 ]
    done
}

@test "lab04 takes 1e12 samples where there is a GPU" {
    [ -x build/sm_80/lab04 ] || skip "sm_80 was not built"
    try build/sm_80/lab04 --help
    check "the largest size is 2^50" contains "$out" "from 1 to 1125899906842624 "
}

@test "the programs that try the CPU device are CUDA: nvcc takes each of them" {
    local file
    for file in tests/programs/*.cu; do
        echo "$file"
    done | xargs -P 2 -I {} sh -c "nvcc -std=c++17 -arch=sm_80 -w -o /dev/null -c {} \
        >$scratch/\$(basename {}).log 2>&1 || touch $scratch/\$(basename {}).failed"
    for file in "$scratch"/*.failed; do
        [ ! -e "$file" ] || { cat "${file%failed}log" && return 1; }
    done
}
