#!/usr/bin/env bats
# Every change to lab 6's network that its check must find; tests/lab06_network.bats tries some.
# shellcheck disable=SC2154 # helpers.bash sets root

load ../helpers

@test "network: the check names the layer in which anything is wrong" {
    EVERY_CHANGE=1 run bats -f 'names the layer' "$root/tests/lab06_network.bats"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^ok ' <<<"$output")" -eq 3 ]
}
