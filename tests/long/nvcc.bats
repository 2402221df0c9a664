#!/usr/bin/env bats
# bats file_tags=slow
# The same sources with nvcc, for four generations of GPUs. Needs no GPU: nothing is run on one.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets status, out and err, in each test anew

load ../shell/helpers

setup() {
    needs_nvcc
}

# Every lab and every answer, in a folder of its own under build/, not in the root.
@test "nvcc builds every lab and every answer for sm_75, sm_80, sm_90 and sm_120" {
    local lab arch targets=()
    for arch in 75 80 90 120; do
        nvcc --list-gpu-arch | grep -q -x "compute_$arch" || skip "this nvcc does not build for sm_$arch"
    done
    for lab in $labs; do targets+=("build/nvcc/$lab" "build/nvcc/solution${lab#lab}"); done
    exits 0 make --no-print-directory -j2 DEVICE=cuda CUDA_ARCH="75 80 90 120" BUILD=build/nvcc "${targets[@]}"
    check "no warning" shows_no -i warning
    check "nothing on stderr" [ -z "$err" ]
}

@test "a lab that was built for a GPU says in one line that there is none, status 4" {
    ! nvidia-smi -L 2>/dev/null | grep -q GPU || skip "there is a GPU here"
    for lab in $labs; do
        [ -x "build/nvcc/$lab" ] || skip "it was not built"
        exits 4 "build/nvcc/$lab" --csv "$scratch/x.csv"
        check "one line" one_line "$err"
        check "no CSV" [ ! -e "$scratch/x.csv" ]
        try "build/nvcc/$lab" --help
        check "--help needs no GPU" [ "$status" -eq 0 ]
    done
}

@test "lab04 takes 1e12 samples where there is a GPU" {
    [ -x build/nvcc/lab04 ] || skip "it was not built"
    try build/nvcc/lab04 --help
    check "the largest size is 2^50" contains "$out" "from 1 to 1125899906842624 "
}
