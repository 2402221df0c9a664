#!/usr/bin/env bats
# reference/claims.csv: each number and rule about hardware, where it stands, and by which source.

# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers

# refused <what is found> <sed's command>: on a copy that is changed so.
refused() {
    sed "$2" reference/claims.csv >"$scratch/claims.csv"
    check "the copy differs: $2" eval '! cmp -s reference/claims.csv "$scratch/claims.csv"'
    exits 1 python3 tests/claims.py "$scratch/claims.csv"
    check "named, a line alone" [ "$(wc -l <<<"$out")" -eq 1 ]
    check "and how" shows "$1"
}

@test "claims: each place says its phrase; no column is empty, no claim stands twice" {
    try python3 tests/claims.py
    check "nothing is wrong" [ "$status$out" = 0 ]
}

# bats test_tags=slow
@test "claims: a phrase that is gone, a file that is gone, an empty column, a claim twice, no word how: named" {
    refused 'lab00.md does not say: A warp.. is 33 threads' '/^a warp is 32/s/A warp\*\* is 32/A warp** is 33/'
    refused 'no file handouts/en/lab99.md' '/^a warp is 32/s/lab00.md/lab99.md/'
    refused 'or an empty one' '/^a warp is 32/s/,any,/,,/'
    refused 'twice: a warp is 32' '/^a warp is 32/{p;}'
    refused 'how: believed' '/^a warp is 32/s/known$/believed/'
}

@test "claims: a sheet that changes a number is found" {
    mkdir -p "$scratch/kit"
    cp -r handouts solutions reference common tests lab0* "$scratch/kit"
    sed -i 's/49,152 bytes/65,536 bytes/' "$scratch/kit/handouts/en/lab03.md"
    cd "$scratch/kit" && try python3 tests/claims.py
    check "status 1" [ "$status" -eq 1 ]
    check "named" \
        shows '^arrays of fixed size .*: handouts/en/lab03.md does not say: can be at most 48 KiB, 49,152 bytes'
}
