#!/usr/bin/env bats
# make witness on every race of witness/races.csv, on every right program of check/correct, and a hundred times.
# shellcheck disable=SC2013,SC2030,SC2031,SC2154 # helpers.bash sets root, scratch, status, out and err

load ../shell/helpers
load ../shell/judge
load ../shell/witness

setup() {
    in_root
    build=build/quick/check
    export BUILD=$build QUICK=1
    build_checker
    quick DEVICE=cpu CHECK=--check OPTIMISE=-O1 BUILD="$build" "$build/libraries.a" # for curand_*.cu
}

# Of all whose result can differ: also of those where memory alone changes the order, which no order here shows.
@test "four in five have a witness, and those with equal values none" {
    local name all=0 found=0
    for name in $(races yes) $(races memory); do
        try witness "$name"
        all=$((all + 1))
        if ends_with "an order in which it goes wrong: .*"; then
            found=$((found + 1))
            echo "$name: ${out##*ORDER=}" >>"$scratch/found"
        else
            echo "none: $name: $(tail -n 1 <<<"$out")"
        fi
    done
    echo "$found of $all"
    [ $((found * 5)) -ge $((all * 4)) ]
    for name in $(races no); do
        try witness "$name"
        check "$name" ends_with \
            "both write the same value|no order of [0-9]* changed the result.*|an order that needs a further launch.*"
    done
    while IFS=': ' read -r name order; do
        replays "$name" "$order" 2
    done <"$scratch/found"
}

@test "a witness of a wrong student file" {
    local file name version
    for file in $(sed -n 's/^\(tests\/wrong\/[^,]*\),yes,.*/\1/p' tests/witness/races.csv); do
        name=${file#tests/wrong/} name=${name%.cu}
        version=$(sed -n '1s/.*expects: \(gpu_[a-z0-9]*\) .*/\1/p' "$file")
        quick CHECK=--check DEVICE=cpu OPTIMISE=-O1 BUILD="$BUILD" "$BUILD/wrong/$name"
        try env LAB_CHECK=1 CPU_DEVICE_WITNESS=20 CPU_DEVICE_WITNESS_ALONE=1 CPU_DEVICE_WITNESS_AGAIN=again \
            "$BUILD/wrong/$name" --quick --seed 1 --only "$version"
        check "$name" ends_with "an order in which it goes wrong: .*"
    done
}

@test "right programs have the same result in 20 orders, but for those that need not" {
    local file name
    for file in tests/check/correct/*.cu; do
        name=$(basename "$file" .cu)
        grep -q "^$name: " tests/witness/may_differ.txt && continue
        try in_20_orders "$file"
        check "$name" shows_no '^an order in which it goes wrong'
        check "$name was tried" ends_with "no order of [0-9]* changed the result.*|no race was found.*"
    done
}

@test "an order is the same a hundred times" {
    replays race_counter 3 100
}
