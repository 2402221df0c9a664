# What the files pretend*.bats share: programs on the pretend GPU (../pretend).
# shellcheck shell=bash disable=SC2034,SC2154 # helpers.bash sets status and out; tests use scratch

pretend_setup() {
    cd "$root" || exit 1
    scratch=$(mktemp -d)
    at=build/quick/pretend
    unset PRETEND_GPU CUDA_LAUNCH_BLOCKING CUDA_DEVICE_MAX_CONNECTIONS REFERENCE
    export OMP_NUM_THREADS=2 # the model's CPU
}

# pretends <PRETEND_GPU> <program> <options>; LONGEST: seconds until it is taken for hanging
pretends() {
    built "pretend/$2"
    try timeout "${LONGEST:-900}" env PRETEND_GPU="$1" "$at/$2" --quick --seed 1 "${@:3}"
}

# line <words of a line>: it is printed; how many blanks are between the words is of no interest.
line() {
    grep -q -x -F -- "$(tr -s ' ' <<<"$1")" <<<"$(tr -s ' ' <<<"$out" | sed 's/^ //')"
}

# lines <<END: all of them, in any order; what stands behind # is the arithmetic.
lines() {
    local one
    check "status 0" [ "$status" -eq 0 ] || return
    while read -r one; do
        one=${one%%#*}
        [ -z "${one// /}" ] || check "the line: $one" line "${one%"${one##*[! ]}"}" || return
    done
}

# answers_right <lab> <options>: nothing is WRONG or IMPOSSIBLE; a GPU's patience is not asked for. The network's
# second table has no states: a row begins with the image.
answers_right() {
    LAB_PATIENCE=900 pretends t4,model "solution$1" "${@:2}"
    check "lab $1: status 0" [ "$status" -eq 0 ]
    check "its worked kernel" shows '^gpu_v1 +ok '
    check "nothing else than ok and skip" \
        [ -z "$(grep -E '^(gpu|cpu)_' <<<"$out" | grep -v -E '^[a-z0-9_]+ +(ok|skip|[0-9]+) |\|')" ]
}
