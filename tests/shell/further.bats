#!/usr/bin/env bats
# What goes beyond an exercise: solutions/further, make further03.
# bats file_tags=slow
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    cd "$root" || return
}

@test "make further03: right at every shape, nothing for the bug finder; a student's lab does not show it" {
    quick build/quick/further03 build/quick/lab03
    exits 0 make QUICK=1 further03 ARGS="--quick --only gpu_warps"
    check "right" shows '^gpu_warps +ok '
    exits 0 env BUILD=build/quick/check QUICK=1 ONLY=warps common/check.sh further03 # nothing found
    check "its kernel" shows 'nothing found: 1 kernel,'
    try build/quick/lab03 --quick
    check "not in the lab" shows_no warps
    exits 2 build/quick/lab03 --quick --only gpu_warps
    exits 2 make further01
    check "said" contains "$err" 'make further01: there is no such command'
}
