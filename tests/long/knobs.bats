#!/usr/bin/env bats
# As tests/shell/knobs.bats, with the labs: what a lab says of itself after every change of the knobs, and
# builds that were killed.
# shellcheck disable=SC2086,SC2034,SC2154 # knobs are words; helpers.bash sets root, status, out and err

load ../shell/helpers

setup_file() {
    kit=$(mktemp -d)
    export kit
    cd "$BATS_TEST_DIRNAME/../.." || return
    cp -r Makefile common lab01_vector_add lab03_matmul_tiled solutions "$kit"
}

teardown_file() {
    rm -rf "$kit"
}

setup() {
    scratch=$(mktemp -d)
    cd "$kit" || return
    unset DEVICE CXX CC NVCC BUILD OPTIMISE SANITIZE CUDA_ARCH
}

# What is asked for, and the line of flags that the program then shows, without versions.
asked=('DEVICE=cpu OPTIMISE=-O1' 'DEVICE=cpu OPTIMISE=-O0' 'DEVICE=cpu OPTIMISE=-O1 CXX=clang++ CC=clang'
    'DEVICE=cpu OPTIMISE=-O1 SANITIZE=-fsanitize=undefined' 'DEVICE=cpu OPTIMISE=-O1 BUILD=build/mine'
        'DEVICE=cuda CUDA_ARCH=80 OPTIMISE=-O1')
shown=('cpu g++: -O1' 'cpu g++: -O0' 'cpu clang++: -O1' 'cpu g++: -O1 -fsanitize=undefined' 'cpu g++: -O1'
    'cuda, nvcc: g++: -O1')

@test "knobs: each after each other: the lab is the one asked for, and is right" {
    local before after pairs=0
    command -v clang++ >/dev/null || asked[2]=${asked[0]} shown[2]=${shown[0]}
    command -v nvcc >/dev/null || asked[5]=${asked[0]} shown[5]=${shown[0]}
    build() {
        try make --no-print-directory -j2 ${asked[$1]} lab01
        check "make ${asked[$1]}: status 0" [ "$status" -eq 0 ]
        check "make ${asked[$1]}: nothing on stderr" [ -z "$err" ]
    }
    for before in "${!asked[@]}"; do
        for after in "${!asked[@]}"; do
            [ "$after" -gt "$before" ] || continue
            for direction in "$before $after" "$after $before"; do
                build "${direction% *}"
                build "${direction#* }"
                try ./lab01 --help
                out=$(sed -n '/^built for/,$p' <<<"$out" |
                    sed -E 's/^(built for)? *//; s/: [^:]*[0-9]\.[0-9].*/:/' | xargs)
                check "${asked[${direction% *}]}, then ${asked[${direction#* }]}" \
                    [ "$out" = "${shown[${direction#* }]}" ]
                try ./lab01 --quick --samples 1 --min-time 0
                [ "${direction#* }" -ne 5 ] || [ "$status" -ne 4 ] || status=0 # there is no GPU
                check "and is right" [ "$status" -eq 0 ]
                pairs=$((pairs + 1))
            done
        done
    done
    check "24 pairs or more, not $pairs" [ $pairs -ge 24 ]
}

@test "killed: twenty builds, each at another moment, then a plain make lab03 is right" {
    local i made
    export DEVICE=cpu
    for i in $(seq 20); do
        # Every fourth has other knobs; half of them lose make alone, half all.
        rm -rf build lab03
        set -m
        # shellcheck disable=SC2046 # none or one
        make -j2 $([ $((i % 4)) -ne 0 ] || echo OPTIMISE=-O1) lab03 >/dev/null 2>&1 3>&- &
        made=$!
        set +m
        sleep "$((RANDOM % 5)).$((RANDOM % 10))"
        if [ $((i % 2)) -eq 0 ]; then kill -KILL -- "-$made"; else kill -KILL "$made"; fi 2>/dev/null || true
        wait "$made" || true
        try make lab03
        check "build $i: status 0" [ "$status" -eq 0 ]
        check "build $i: nothing on stderr" [ -z "$err" ]
        try ./lab03 --quick --samples 1 --min-time 0
        check "build $i: it is right" [ "$status" -eq 0 ]
        try ./lab03 --help
        check "build $i: and the one asked for" shows 'O3 -march=native'
        try make -q lab03
        check "build $i: nothing is left to do" [ "$status" -eq 0 ]
    done
}
