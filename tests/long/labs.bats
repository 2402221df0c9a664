#!/usr/bin/env bats
# The labs as they are run by hand: whole default runs, odd sizes, and every command of the sheets as it
# is written there.
# shellcheck disable=SC2154 # helpers.bash sets root, labs, status, out and err

load ../shell/helpers
load ../shell/sheets

setup() {
    in_root
    # shellcheck disable=SC2086 # words
    built $labs lab06_network
}

@test "labs: a default run is right, and calls nothing impossible but what is" {
    local lab
    for lab in $labs; do
        exits 0 "build/quick/$lab" --csv "$scratch/$lab.csv"
        check "$lab: stderr empty" [ -z "$err" ]
        check "$lab: 100 columns" shows_no '^.{101}'
        check "$lab: the pitfall" shows IMPOSSIBLE
        check "$lab: the next exercise" contains "$out" "TODO(${lab#lab0}.1)"
        out=$(awk -F , '/^lab0/ && ($17 == "ok") == ($4 == "no_sync")' "$scratch/$lab.csv")
        check "$lab: no_sync is impossible, all else is ok" [ -z "$out" ]
    done
}

@test "labs: small, odd sizes are right, each by itself" {
    local lab size
    for lab in $labs; do
        for size in 1 2 3 5 31 33 97 129; do
            try "build/quick/$lab" --quick --samples 1 --min-time 0 --size $size --seed $size
            check "$lab --size $size" [ "$status" -eq 0 ]
        done
    done
}

@test "handouts: every command runs as it is written" {
    local words ran=0
    ln -s "$root"/lab*/ "$root"/build/quick/lab{0[1-6],06_network} "$scratch"
    while read -r -a words; do
        ran=$((ran + 1))
        cd "$scratch" && try timeout 200 "${words[@]}" && cd "$root" || return
        check "${words[*]}: status 0 or 1" [ "$status" -le 1 ] # 1: an exercise is wrong, as ex33 is on purpose
    done < <(commands_of_the_sheets | grep '^\./lab')
    check "12 were found or more, not $ran" [ $ran -ge 12 ]
}
