#!/usr/bin/env bats
# More of tests/shell/commands.bats: every command in a folder with an odd name, and without a temporary folder.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets status, out and err

load ../shell/helpers
load ../shell/commands

@test "every command works in a folder whose name has blanks, quotes and signs" {
    local command
    cp tests/programs/hello.cu "a 'b' \$c.cu"
    for command in solution01 doctor check01 "check01 SOLUTION=1" plot01 "report LABS=01" "progress LABS=01" \
        "verify LABS=01" build/quick/wrong/lab01/null_pointer handouts help; do
        # shellcheck disable=SC2086 # words to be split
        try make SWEEP="--quick --sizes 1000,2000" $command
        check "make $command" [ "$status" -eq 0 ]
    done
    check "figures" [ -s results/lab01_bandwidth.svg ]
    check "the report" grep -q lab01_bandwidth results/report.md
    for command in run check; do
        try make $command FILE="a 'b' \$\$c.cu"
        check "make $command FILE=..." contains "$out" "Hello from thread"
        try make $command FILE="a 'b' \$c.cu"
        check "make $command FILE=..., not as make would write it" contains "$out" "Hello from thread"
    done
    common/cpu_device/cucc "a 'b' \$c.cu" -o "a 'b'"
    try "./a 'b'"
    check "cucc" contains "$out" "Hello from thread"
    rm "a 'b'"* && rm -r results
}

@test "a temporary folder that is not there is one line that says so" {
    local command
    export TMPDIR=/no/such/folder
    for command in "common/cpu_device/cucc -O0 tests/programs/hello.cu -o x" "make doctor" "make progress LABS=01" \
        "make report LABS=01 SWEEP=--quick" "make plot01 SWEEP=--quick" "make handouts" \
        "make run FILE=tests/programs/hello.cu" \
        "common/check.sh tests/programs/hello.cu" ./setup.sh; do
        # shellcheck disable=SC2086 # words to be split
        try $command
        check "$command: status not 0" [ "$status" -ne 0 ]
        check "$command: names it" contains "$err" "TMPDIR=/no/such/folder: "
        check "$command: one line, and make's own" [ "$(grep -c -v '^make' <<<"$err")" -eq 1 ]
    done
    try ./lab01 --quick
    check "a lab needs none" [ "$status$err" = 0 ]
    rm -rf results
}
