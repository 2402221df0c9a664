#!/usr/bin/env bats
# make grade against the whole zoo, at each level of isolation; and against kill -9.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2154 # $() is meant; helpers.bash sets root, status, out, err

load ../shell/helpers
load ../shell/grader
load ../shell/grader_kit

setup() {
    status=- out='' err=''
    grader_kit
}

# The kit and the folder of submissions, as sums.
state_of_tree() {
    (cd "$scratch" && find kit class -type f -exec sha256sum {} + | sort -k 2 | sha256sum)
}

zoo_at() {
    built tests/grader/try_sandbox
    [ "$1" = own-uid ] || ordinary build/quick/tests/grader/try_sandbox best "$1" >/dev/null 2>&1 ||
        skip "no $1 here: make grade-doctor says why"
    zoo
    local before
    before=$(state_of_tree)
    grade LABS=lab01 ISOLATION="$1"
    check "status 0" [ "$status" -eq 0 ]
    check_zoo
    for name in hides_from_the_bug_finder calls_the_worked_kernel forgotten_printf tells_by_a_macro \
        tells_by_a_line_marker tells_by_its_environment pastes_asm asks_the_optimiser includes_itself_once_more \
        a_marker_of_digraphs a_marker_in_a_raw_string a_line_of_another_file not_to_be_looked_at races_on_its_output; do
        check "$name is flagged" grep -q "^$name,ex11,PASS,.*flagged: " "$scratch/out/details.csv"
    done
    for name in tells_by_its_calls tells_by_its_addresses tells_by_its_environment reads_by_memcpy reads_by_atomics \
        reads_a_structure not_to_be_looked_at; do
        check "$name: found" grep -q "^$name,ex11,PASS,2,4,.*out of bounds" "$scratch/out/details.csv"
    done
    check "who hides his kernels is named" \
        grep -q '^launches_nothing_.*the bug finder saw no kernel of it' "$scratch/out/details.csv"
    check "who shows it an empty one, too" \
        grep -q '^an_empty_launch_.*its result is another one under the bug finder' "$scratch/out/details.csv"
    check "the level in every row" \
        [ "$(tail -n +2 "$scratch/out/grades.csv" | grep -c "$1")" -eq "$(wc -l <"$scratch/expected")" ]
    check "the tree is as it was" [ "$(state_of_tree)" = "$before" ]
    check "no process is left" [ -z "$(pgrep -f "^$scratch/out/running" || true)" ]
    check "nothing is left over" [ ! -e "$scratch/out/running" ]
}

@test "the zoo under bubblewrap" {
    zoo_at bubblewrap
}

@test "the zoo under Landlock" {
    zoo_at landlock
}

@test "the zoo as root, where there is neither a namespace nor Landlock" {
    [ "$(id -u)" -eq 0 ] || skip "only root has own-uid"
    zoo_at own-uid
}

@test "hostile archives: each student is told why, and nothing lies outside" {
    [ -e /usr/include/archive.h ] || skip "no libarchive: ./setup.sh --grader"
    local id words row got=''
    rm -r "$scratch/class" && python3 tests/grader/zips.py "$scratch/class" >"$scratch/expected" &&
        chmod a+r "$scratch/class"
    grade LABS=lab01
    check "status 0" [ "$status" -eq 0 ]
    while IFS=$'\t' read -r id words; do
        row=$(grep "^$id,ex11," "$scratch/out/details.csv")
        [[ $row == *"$words"* ]] || got+="$id: not $words, but $row"$'\n'
    done <"$scratch/expected"
    check "each is told why: $got" [ -z "$got" ]
    check "a row each" [ "$(tail -n +2 "$scratch/out/grades.csv" | wc -l)" -eq "$(wc -l <"$scratch/expected")" ]
    check "files of nobody are named" contains "$out" "grade: students.txt: belongs to no student"
    check "nothing lies outside" \
        [ -z "$(find "$scratch" /tmp -name evil_zip.cu -newer "$scratch/expected" 2>/dev/null)" ]
    check "the secret is ours" lacks "$(cat "$scratch/out/secret")" 000000000000
}

@test "every lab: the answers pass, and what is handed out is still to do, the given race aside" {
    local lab op
    # shellcheck disable=SC2086 # words
    rm -rf "$scratch" && grader_kit $labs
    mkdir "$scratch/class"/{answers,starters}
    cp solutions/*.cu "$scratch/class/answers"
    for lab in lab0?_*/; do
        op=${lab#*_}
        cp "$lab/${op%/}.cu" "$scratch/class/starters"
    done
    belongs_to_user "$scratch/class"
    grade
    check "status 0" [ "$status" -eq 0 ]
    out=$(grep -v -E '^(answers,ex..,PASS|starters,ex..,TODO),|^starters,ex33,WRONG,' "$scratch/out/details.csv")
    check "no other verdict" [ "$out" = id,exercise,verdict,points,max_points,note,goal ]
    check "every exercise" \
        [ "$(wc -l <"$scratch/out/details.csv")" -eq "$((1 + 2 * ($(wc -l <solutions/rubric.csv) - 1)))" ]
}

@test "programs that forge, five times each: none passes" {
    zoo answers_for_itself,constructor_that_ends,prints_pass,own_memcmp_and_fabs,own_write,\
too_many_bytes,reads_the_answers,ends,closes_its_files,a_thread_that_ends_it,adds_on_the_host,keeps_the_first_answer
    for _ in 1 2 3 4 5; do
        rm -rf "$scratch/out/"*
        grade LABS=lab01
        check "0 PASS" [ "$(grep -c ',ex11,PASS,' "$scratch/out/details.csv")" -eq 0 ]
    done
}

# grade_killed_after <seconds>: the grader itself, not the shell that has started it, nor its children
grade_killed_after() {
    (
        cd "$kit" || exit
        ordinary env HOME=/tmp CASE_SECONDS=5 LABS=lab01 build/quick/grader/grade . build/quick build/quick/check '' \
            cpu_device "$scratch/class" "$scratch/killed" >/dev/null 2>&1 &
        sleep "$1"
        if pkill -KILL -o -f "^build/quick/grader/grade .* $scratch/killed"; then echo killed >>"$scratch/kills"; fi
        wait $! 2>/dev/null
    ) || true
}

@test "kill -9 at 20 moments, then again: the same grades.csv" {
    zoo honest,unwritten,off_by_one,waits,crashes,changes_an_input,half_precision,forgotten_printf
    grade LABS=lab01
    mkdir "$scratch/killed"
    cp "$scratch/out/secret" "$scratch/killed"
    belongs_to_user "$scratch/killed"
    for moment in $(seq 20); do
        grade_killed_after "$((RANDOM % 3)).$((RANDOM % 10))"
    done
    for _ in $(seq 100); do # a killed process ends when it is its turn
        pgrep -f "^$scratch/killed" >/dev/null || break
        sleep 0.1
    done
    check "some were killed at work" [ "$(wc -l <"$scratch/kills")" -ge 3 ]
    check "no runner is left" [ -z "$(pgrep -f "^$scratch/killed" || true)" ]
    mv "$scratch/out" "$scratch/reference"
    mv "$scratch/killed" "$scratch/out"
    grade LABS=lab01
    check "status 0" [ "$status" -eq 0 ]
    check "grades.csv" cmp "$scratch/reference/grades.csv" "$scratch/out/grades.csv"
    check "details.csv" cmp "$scratch/reference/details.csv" "$scratch/out/details.csv"
    check "nothing is left over" [ ! -e "$scratch/out/running" ]
}

@test "a second run on the same folder is refused; a student without a result is a NOT_GRADED, not 0" {
    zoo endless_loop
    (cd "$kit" && ordinary flock "$scratch/out/lock" sleep 3) &
    sleep 1
    grade LABS=lab01
    check "status 2" [ "$status" -eq 2 ]
    check "why" contains "$out" 'another run is grading there'
    wait
    printf '#!/bin/sh\nexit 7\n' >"$kit/build/quick/grader/judge01"
    grade LABS=lab01
    check "status 1" [ "$status" -eq 1 ]
    check "no score" grep -q '^endless_loop,,,NOT_GRADED' "$scratch/out/grades.csv"
}

@test "hostile names: newlines, quotes, signs, bytes that are no UTF-8" {
    zoo honest
    local name names=($'new\nline' '-rf' '=1+1' '"quoted"' $'\xff\xfe' "it's" '$(reboot)' '`id`' ';id' 'a,b' '@x')
    for name in "${names[@]}"; do
        cp -r "$scratch/class/honest" "$scratch/class/$name"
    done
    belongs_to_user "$scratch/class"
    grade LABS=lab01
    check "status 0" [ "$status" -eq 0 ]
    check "all pass" [ "$(grep -c ',ex11,PASS,' "$scratch/out/details.csv")" -eq 12 ]
    check "no cell computes" [ -z "$(grep -E '^"?[=+@-]' "$scratch/out/grades.csv" || true)" ]
}

@test "a full disk: a clear error, and no result that is half written" {
    [ "$(id -u)" -eq 0 ] || skip "a small disk can be made by root only"
    zoo honest
    mount -t tmpfs -o size=40k none "$scratch/out" || skip "no tmpfs can be mounted here"
    belongs_to_user "$scratch/out"
    grade LABS=lab01
    check "an error" [ "$status" -ne 0 ]
    check "that says so" contains "$out" 'o space left'
    umount "$scratch/out"
    grade LABS=lab01
    check "then all is well" [ "$status" -eq 0 ]
}
