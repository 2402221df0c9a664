# What shell/witness.bats and long/witness.bats share.
# shellcheck shell=bash disable=SC2154 # helpers.bash sets status, out and err

# witness <name of a bug>
witness() {
    common/witness.sh tests/check/bugs/"$1".cu
}

# ends_with <regular expression>: that is the last line.
ends_with() {
    tail -n 1 <<<"$out" | grep -q -x -E -e "$1"
}

# in_20_orders <file>: of each launch, whether or not a race was found.
in_20_orders() {
    CPU_DEVICE_WITNESS_ANYWAY=20 common/witness.sh "$1"
}

# replays <name of a bug> <order> <times>: it prints the same each time: 15 lines at most, two accesses marked or one.
replays() {
    local first i
    for i in $(seq "$3"); do
        try env ORDER="$2" common/witness.sh tests/check/bugs/"$1".cu
        first=${first:-$out}
        check "$1, time $i: the same" [ "$out" = "$first" ]
    done
    out=$(sed -n '/^order [0-9]* of /,$p' <<<"$out")
    check "$1: a few lines" [ "$(wc -l <<<"$out")" -le 15 ]
    check "$1: the order goes wrong" ends_with "an order in which it goes wrong: .* ORDER=$2"
    check "$1: what mattered is marked" [ "$(grep -c '^--> ' <<<"$out")" -ge 1 ]
}

# refused <what> <regular expression>
refused() {
    check "$1: status 2" [ "$status" -eq 2 ]
    check "$1: one line" one_line "$err"
    check "$1: says what is right" grep -q -E -e "$2" <<<"$err"
}

# races <yes, no or memory>: the programs of bugs/ of which the table says so.
races() {
    sed -n "s/^tests\/check\/bugs\/\([a-z0-9_]*\)\.cu,$1,.*/\1/p" tests/witness/races.csv
}
