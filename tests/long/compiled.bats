#!/usr/bin/env bats
# As tests/shell/compiled.bats, with every answer for seven GPUs: minutes of nvcc.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load ../shell/helpers
load ../shell/sass

setup() {
    in_root
    export BUILD=build/quick QUICK=1
}

@test "what nvcc 13.0 makes of every answer for seven GPUs is as facts.csv has it" {
    needs_nvdisasm
    exits 0 tests/sass/facts.py compare
}
