#!/usr/bin/env bats
# A lab that nobody has foreseen: lab07, a reduction, from tests/new_lab. Its files are laid into a copy
# of the kit, no other file is touched, and every command knows it.
# shellcheck disable=SC2030,SC2031,SC2034,SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    cd "$root" || exit 1
    scratch=$(mktemp -d)
    status=- out='' err=''
    unset REFERENCE REPORT_LANG
}

teardown() {
    rm -rf "$scratch"
}

# A copy of the kit with lab 7, and with what has been built of common/.
kit_with_lab07() {
    kit_of "$scratch"
    mkdir -p "$scratch/tests"
    cp -a tests/tests.mk tests/verify.sh "$scratch/tests"
    [ ! -d build/quick/check ] || cp -a build/quick/check "$scratch/build/quick"
    cp -r tests/new_lab/* "$scratch"
    cd "$scratch" || return
    find Makefile common handouts tests -type f -exec cksum {} + | sort >before
}

# make_quick <what>: as in the tests; the lab's name is nowhere but in its own files.
make_quick() {
    try quick LABS=07 "$@"
}

@test "a new lab: built, run, checked, drawn, reported and verified, and no shared file is touched" {
    kit_with_lab07
    check "no shared file names it" \
        [ -z "$(grep -r -l -i -E --exclude=README.md 'lab.?0?7|reduction_' Makefile common handouts/*.* tests/verify.sh)" ]

    make_quick lab07 solution07
    check "it builds" [ "$status" -eq 0 ]
    try ./lab07 --quick
    check "lab07: status 0" [ "$status" -eq 0 ]
    check "the worked kernel" shows '^gpu_v1 +ok '
    check "the exercise" shows '^gpu_ex71 +todo +TODO\(7\.1\): a tree in shared memory, in lab07_reduction/reduction\.cu'
    try ./solution07 --quick
    check "solution07: status 0" [ "$status" -eq 0 ]
    check "the answer" shows '^gpu_ex71 +ok '

    make_quick verify
    check "verify" [ "$status" -eq 0 ]
    check "it looked at lab 7" contains "$out" "lab07: 1 exercises"

    make_quick progress
    check "progress" [ "$status" -eq 0 ]
    check "the exercise, with the sheet's title" shows '^lab07  7\.1  a tree in shared memory +todo$'

    make_quick SWEEP="--sizes 1000,4000,16000 --samples 3 --min-time 0" plot07
    check "plot07" [ "$status" -eq 0 ]
    check "a figure" grep -q 'Lab 7: Bandwidth of the sum' results/lab07_sum.svg

    local lang
    for lang in en es; do
        rm -f results/report.md
        REPORT_LANG=$lang make_quick report
        check "report in $lang" [ "$status" -eq 0 ]
        check "its heading" grep -q "^### $(sed -n '1s/^# //p' "handouts/$lang/lab07.md")" results/report.md
        check "its unit, from the CSV" grep -q '^| .* | GB/s |' results/report.md
        check "what its size counts" grep -q 'n = 16 000' results/report.md
        check "its figure with its caption" \
            grep -q -F ".1.** $(sed -n "s/^# $lang: //p" lab07_reduction/sum.gp).](lab07_sum.svg)" results/report.md
        check "its questions" [ "$(grep -c -E '^\*\*(Question|Pregunta) 7\.[12]\*\*' results/report.md)" -eq 2 ]
    done

    make_quick check07
    check "check07" [ "$status" -eq 0 ]
    make_quick SOLUTION=1 check07
    check "check07 of the answer" [ "$status" -eq 0 ]
    check "clean" lacks "$out" race

    find Makefile common handouts tests -type f -exec cksum {} + | sort >after
    check "no shared file was changed" cmp before after
}

@test "a new lab: numbers of a reference GPU come into its sheets" {
    kit_with_lab07
    mkdir -p reference/gpu_x
    sed -E 's/^lab01,/lab07,/; s/gpu_ex11/gpu_ex71/; s/^# breaks even: gpu_v1 sync .*/# breaks even: gpu_v1 sync 4096/' \
        "$root/tests/figures/lab01.csv" >reference/gpu_x/lab07.csv
    try sh handouts/numbers.sh
    check "status 0" [ "$status" -eq 0 ]
    check "its sheet" grep -q '| gpu_v1 | .* | GB/s\|^Measured on Example GPU' handouts/en/lab07.md
    check "from which size on" grep -q 'beats all cores: 4 096 (kernel only)' handouts/en/lab07.md
    check "in Spanish" grep -q 'A partir de qué tamaño gpu_v1 gana' handouts/es/lab07.md
}
