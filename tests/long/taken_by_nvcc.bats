#!/usr/bin/env bats
# What the CPU device takes and refuses, nvcc takes and refuses. Needs no GPU: nothing is run on one.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets status, out and err, in each test anew

load ../shell/helpers

setup() {
    needs_nvcc
}

teardown() {
    [ -z "$scratch" ] || rm -rf "$scratch"
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

# The mistake that it takes is a launch without a block size.
@test "the mistakes that the CPU device refuses: so does nvcc" {
    local file
    for file in tests/compile_errors/*.cu; do
        [ "$file" = tests/compile_errors/no_block_size.cu ] || echo "$file"
    done | xargs -P 2 -I {} sh -c "! nvcc -std=c++17 -arch=sm_80 -w -o /dev/null -c {} >/dev/null 2>&1 || touch $scratch/\$(basename {}).taken"
    for file in "$scratch"/*.taken; do
        [ ! -e "$file" ] || { echo "nvcc takes $file" && return 1; }
    done
}
