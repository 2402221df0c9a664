#!/bin/sh
# tests/verify.sh lab01 lab02 ...: every exercise of the starter waits to be written, and every
# answer is right. `make verify` builds the programs and calls this. Status 1 when something is not
# as it should be. The seed is fixed, so that today's verdict is tomorrow's.
failed=0

# complain <program> <what is wrong> <its output>
complain() {
    printf '%s: %s\n%s\n' "$1" "$2" "$3"
    failed=1
}

for lab; do
    starter=./$lab answers=./solution${lab#lab}

    # Straight after the clone a run succeeds; its exercises are todo, or given (skip).
    out=$($starter --quick --seed 1 2>&1) || complain "$starter" "status $?" "$out"
    other=$(printf '%s\n' "$out" | grep '^gpu_ex' | grep -v -E '^gpu_ex[0-9]+ +(todo|skip) ')
    [ -z "$other" ] || complain "$starter" "exercises that are not todo" "$other"

    # One by one, because a kernel that is given with a bug runs only when it is asked for.
    exercises=$($starter --help | grep -o 'gpu_ex[0-9]*' | sort -u)
    [ -n "$exercises" ] || complain "$starter" "no exercises" ''
    for version in gpu_v1 $exercises; do
        out=$($answers --quick --only "$version" --seed 1 2>&1) || complain "$answers" "status $?" "$out"
        printf '%s\n' "$out" | grep -q "^$version  *ok " ||
            complain "$answers" "$version is not ok" "$out"
    done
    echo "$lab: $(echo "$exercises" | wc -w) exercises, starter and answers looked at"
done
exit $failed
