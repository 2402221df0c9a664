#!/usr/bin/env bats
# The goals of every file in tests/right; tests/shell/goals.bats draws some of them.
# shellcheck disable=SC2034,SC2154 # helpers.bash sets root

load ../shell/helpers
load ../shell/goals

setup() {
    cd "$root" || return
    scratch=$(mktemp -d)
    counting=build/quick/traffic
}

teardown() {
    rm -rf "$scratch"
}

@test "goals: right solutions in other shapes are done; half-way ones and others are right, with the line" {
    # shellcheck disable=SC2046 # words
    every_file $(goal_files)
}
