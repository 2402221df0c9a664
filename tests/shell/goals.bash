# Counts the goals of programs, for goals.bats here and in tests/long; hands files of tests/right in, for grader*.bats.
# shellcheck shell=bash disable=SC2001,SC2034,SC2086,SC2154 # helpers.bash sets root, labs, status, out and err

# counting_build <targets>: that they are there, in the build that counts.
counting_build() {
    try quick BUILD=$counting CHECK=--traffic OPTIMISE=-O1 "${@/#/$counting/}"
    check "it builds: $*" [ "$status" -eq 0 ]
}

# count <program> <versions, with commas> [seed]: what the lab counts of them is $scratch/goals.
count() {
    rm -f "$scratch/goals"
    try env LAB_CHECK=1 LAB_TRAFFIC=1 LAB_GOALS="$scratch/goals" "$1" --quick --seed "${3:-1}" --only "$2"
    check "$1: status 0" [ "$status" -eq 0 ]
    check "$1: counted to the end" [ "$(tail -n 1 "$scratch/goals")" = end ]
}

not() {
    ! "$@"
}

# verdicts <file> <program>: what the file's second line expects. What is done was counted whole; of what misses a goal,
# as a kernel that waits for its whole grid, another count may be left out.
verdicts() {
    local words version state line
    words=$(sed -n '2s|^/\* goals: \(.*\) \*/$|\1|p' "$1" | sed 's/, /\n/g')
    count "$2" "$(sed 's/ .*//' <<<"$words" | paste -s -d ,)"
    while read -r version state line; do
        check "$1: $version is counted" grep -q "^$version	" "$scratch/goals"
        if [ "$state" = 'done' ]; then
            check "$1: $version done: $(cat "$scratch/goals")" not grep -q -E "^$version	(missed|uncounted)" \
                "$scratch/goals"
        else
            check "$1: $version right at $line: $(cat "$scratch/goals")" \
                grep -q "^$version	missed	.*$line\$" "$scratch/goals"
        fi
    done <<<"$words"
}

# The files in tests/right that say what is counted of them.
goal_files() {
    grep -l '^/\* goals: ' tests/right/*/*.cu
}

# with_answers <file of tests/right>: it, with the answers that it includes in their place
with_answers() {
    awk 'function give(file,    line, part) {
            while ((getline line <file) > 0)
                if (line ~ /^#include ".*(all_but_|solutions)/) {
                    split(line, part, "\"")
                    give(substr(file, 1, match(file, "[^/]*$") - 1) part[2])
                } else
                    print line
        }
        BEGIN { give(ARGV[1]) }' "$1"
}

# every_file <files of tests/right>
every_file() {
    local file
    check "there are some" [ $# -gt 0 ]
    # shellcheck disable=SC2046 # words
    counting_build $(printf '%s\n' "$@" | sed 's|^tests/||; s|\.cu$||')
    for file; do
        program=$counting/${file#tests/}
        verdicts "$file" "${program%.cu}"
    done
}

# goals_in <lab>: version and limit of each goal that the lab declares, its macros expanded
goals_in() {
    grep -h -v -e "^#include" -e "^#pragma" "$1"_*/goals.h | cpp -P | tr '\n' ' ' |
        grep -o '\.version = "gpu_ex[^}]*\.most = [0-9.]*' |
        sed -E 's/.*(gpu_ex[0-9]+).*most = ([0-9.]*)/\1 \2/'
}

# every_answer <labs>: meets every goal that its lab has, with 10 % to spare where there is a part of it.
every_answer() {
    local lab goals
    for lab; do
        counting_build "solution${lab#lab}"
        goals=$(goals_in "$lab" | cut -d ' ' -f 1)
        check "$lab has goals" [ -n "$goals" ]
        count "$counting/solution${lab#lab}" "$(sort -u <<<"$goals" | paste -s -d ,)"
        check "$lab: each is counted" [ "$(grep -c '	' "$scratch/goals")" -eq "$(wc -l <<<"$goals")" ]
        out=$(awk -F '\t' 'NF > 1 && ($2 != "met" || ($4 > 1 && $3 * 1.1 > $4))' "$scratch/goals")
        check "$lab: all are met, none just so: $out" [ -z "$out" ]
    done
}
