#!/usr/bin/env bats
# The goals of every file in tests/right, and the marks of a class that hands them in;
# tests/shell/goals.bats draws some of them.
# shellcheck disable=SC2034,SC2086,SC2154 # helpers.bash sets root, labs

load ../shell/helpers
load ../shell/goals
load ../shell/grader
load ../shell/grader_kit

setup() {
    in_root
    counting=build/quick/traffic
}

@test "goals: right solutions in other shapes are done; half-way ones and others are right, with the line" {
    # shellcheck disable=SC2046 # words
    every_file $(goal_files)
}

# points <exercise> <done or right>: what the rubric gives for it.
points() {
    awk -F , -v ex="${1#gpu_}" -v state="$2" \
        '$1 == ex { print $2 - (state == "right" ? $3 : 0) "," $2 }' solutions/rubric.csv
}

@test "goals: in a class, whoever has done an exercise has all of its points, who is only right has half of them" {
    local file id op words version state honest=0
    rm -rf "$scratch"
    count=$counting
    grader_kit $labs
    # thread_per_stream starts threads of the CPU: that file the grader leaves to the instructor
    for file in $(goal_files | grep -v /thread_per_stream); do
        id=$(basename "$(dirname "$file")")-$(basename "$file" .cu)
        op=$(basename "${id%%-*}"_*/ | cut -d _ -f 2-).cu
        mkdir "$scratch/class/$id"
        with_answers "$file" >"$scratch/class/$id/$op"
        words=$(sed -n '2s|^/\* goals: \(.*\) \*/$|\1|p' "$file" | sed 's/, /\n/g')
        grep -q ' right' <<<"$words" || honest=$((honest + 1))
        while read -r version state _; do
            case $id in
            lab0[!5]-v1_again) echo "$id,${version#gpu_},copied,0,$(points "$version" "$state" | cut -d , -f 2)," ;;
            *) echo "$id,${version#gpu_},PASS,$(points "$version" "$state")," ;;
            esac
        done <<<"$words" >>"$scratch/expected"
    done
    check "a class: $honest" [ "$honest" -ge 40 ]
    belongs_to_user "$scratch/class"
    CASE_SECONDS=60 grade # right ones may be slow
    check "status 0" [ "$status" -eq 0 ]
    out=$(while read -r words; do
        grep -q "^$words" "$scratch/out/details.csv" ||
            echo "$words, not $(grep "^${words%%,[A-Z]*}," "$scratch/out/details.csv")"
    done <"$scratch/expected")
    check "all have theirs" [ -z "$out" ]
}
