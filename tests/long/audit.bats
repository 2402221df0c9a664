#!/usr/bin/env bats
# The audit: what is to be audited runs, and each of its mistakes moves the conclusion as the answer
# says. Where NumPy and JAX are (PYTHON names the interpreter); at a small size.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load ../shell/helpers

setup() {
    in_root
    python=${PYTHON:-$([ -x .venv/bin/python ] && echo "$root/.venv/bin/python" || echo python3)}
    export PYTHONDONTWRITEBYTECODE=1
    [ -f solutions/audit.py ] || skip "needs the answers, solutions/audit.py"
    "$python" -c 'import jax' 2>/dev/null || skip "no JAX for $python (./setup.sh --peers)"
    mkdir -p "$scratch/peers" "$scratch/solutions"
    cp -a peers/audit "$scratch/peers" && cp solutions/audit.py "$scratch/solutions"
    sed -i 's/^BATCH = 8/BATCH = 2/; s/^REPEAT = 10/REPEAT = 5/' "$scratch/peers/audit/benchmark.py"
}

# answer <column> <mistake or nothing>: how many layers JAX wins, 4; network, 7; pi, 8
answer() {
    "$python" "$scratch/solutions/audit.py" ${2:+"$2"} |
        awk -v column="$1" -v of="$2" 'NR == 2 { print $(NF - column) }'
}

@test "audit: the benchmark as published runs, and names most layers a win" {
    exits 0 "$python" "$scratch/peers/audit/benchmark.py"
    check "20 layers" [ "$(grep -c "NumPy.*JAX" <<<"$out")" -eq 20 ]
    check "wins" shows '^JAX is faster in (1[5-9]|20) of 20 layers$'
    check "pi" [ "$(grep -c '^pi = 3\.1' <<<"$out")" -eq 2 ]
}

@test "audit: without a synchronize JAX is impossibly fast; a first call is slow" {
    local network pi
    network=$(answer 1 "") pi=$(answer 0 "")
    check "none: $network" awk "BEGIN { exit !($network > 0.2 && $network < 5) }"
    network=$(answer 1 sync)
    check "sync: $network" awk "BEGIN { exit !($network > 20) }"
    check "first, pi: less than a third of $pi" awk "BEGIN { exit !($(answer 0 first) < $pi / 3) }"
    try "$python" "$scratch/solutions/audit.py" nothing
    check "another word is refused" [ "$status" -ne 0 ]
}
