#!/usr/bin/env bats
# The rest of tests/shell/wrong.bats: see there.
# shellcheck disable=SC2154 # helpers.bash sets root

load ../shell/helpers
load ../shell/wrong

@test "labs reject every wrong kernel with the right words" {
    every_kernel 'in the long tests, expects' 'wrong/*'
}

@test "unusual kernels that are right are ok" {
    every_kernel 'in the long tests, expects' 'right/*'
}
