#!/usr/bin/env bats
# What the CPU device takes and refuses, nvcc takes and refuses. Needs no GPU: nothing is run on one.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets status, out and err, in each test anew

load ../shell/helpers

setup() {
    needs_nvcc
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

# The last line of each says nvcc's words, or that it takes the mistake.
@test "the mistakes that the CPU device refuses: so does nvcc, in the words that stand in the last line" {
    local file words
    for file in tests/compile_errors/*.cu; do
        echo "$file"
    done | xargs -P 2 -I {} sh -c "nvcc -std=c++17 -arch=sm_75 -w \
        \$(grep -q '\] .*__device__ *[({]' {} && echo --extended-lambda) \
        -o /dev/null -c {} >$scratch/\$(basename {}).said 2>&1 || :" # ptxas ends with 255, which ends xargs
    for file in tests/compile_errors/*.cu; do
        words=$(sed -n 's,^// nvcc: ,,p' "$file")
        case $words in
        'takes it') ! grep -q 'error: ' "$scratch/${file##*/}.said" ;;
        ?*) sed 's/^ptxas error *:/error:/; s,tests/compile_errors/,,g' "$scratch/${file##*/}.said" |
            grep -q -F "error: $words" ;;
        *) false ;;
        esac || { cat "$scratch/${file##*/}.said" && echo "$file" && return 1; }
    done
}

@test "drawn declarations and launches: the CPU device refuses what nvcc refuses, in each of its builds" {
    local seed=1 build
    for build in "" --check --traffic; do
        make -s -j2 DEVICE=cpu CHECK=$build BUILD="$PWD/build/cucc$build" "$PWD/build/cucc$build/rewrite"
        try env CUCC_IN_MAKE=1 BUILD="$PWD/build/cucc$build" tests/grammar.py $seed 1000 "$scratch" ${build:+"$build"}
        check "build $build: none disagrees" [ "$status" -eq 0 ]
        seed=$((seed + 1))
    done
}
