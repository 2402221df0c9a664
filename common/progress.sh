#!/bin/sh
# common/progress.sh lab01 lab02 ... - a line per exercise: done, todo or wrong. `make progress` calls
# it. Builds each lab and runs each of its exercises by itself, small and at the lab's own size, so that
# one that crashes hides no other. What a version is, says the process that watches the lab
# (LAB_VERDICTS), never the table; and an object that common/symbols.sh refuses is not run at all. A
# lab that does not build gets its first error instead, and the others go on.
#   OBJECTS=folder   where make puts objects (build/cpu)
# status 0: nothing is wrong, as of the labs; 1: something is; 2: bad usage
set -u
export LC_ALL=C
unset MAKEFLAGS MFLAGS # of the make that called; what was set on its command line is in our environment

green='' red='' plain='' clear=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    green=$(printf '\033[32m') red=$(printf '\033[31m') plain=$(printf '\033[0m')
fi
[ ! -t 2 ] || clear=$(printf '\r\033[K')

. "$(dirname "$0")/scratch.sh"
n_done=0 n_todo=0 n_wrong=0 n_skip=0 n_unbuilt=0 next=''

# busy <what>: on a terminal, what is being waited for; the next line of the table takes its place.
busy() {
    [ -z "$clear" ] || printf '%s%s ...' "$clear" "$1" >&2
}

# row <lab> <exercise> <title> <state>
row() {
    case $4 in done) colour=$green ;; wrong | does*) colour=$red ;; *) colour='' ;; esac
    printf '%s' "$clear" >&2
    printf '%-6s %-4s %-60s %s%s%s\n' "$1" "$2" "$3" "$colour" "$4" "${colour:+$plain}"
}

# remark <text>: more about the row above, within 100 columns.
remark() {
    printf '%s\n' "$1" | fold -s -w 88 | sed 's/^ */            /; s/ *$//'
}

# A kernel that never ends is wrong too.
run() {
    if command -v timeout >/dev/null 2>&1; then timeout "${PROGRESS_TIME:-120}" "$@"; else "$@"; fi
}

# said_of <lab> <version>: "state message" of the run before; a lab on the old engine only prints it.
said_of() {
    if [ -s "$scratch/verdicts" ]; then
        sed -n "s/^$2 [^ ]* [^ ]* //p" "$scratch/verdicts"
    else
        sed -n "s/^$2  *\(ok\|todo\|WRONG\|skip\)  *\(.*\)/\1 \2/p" "$scratch/out" |
            awk 'NR == 1 || /^WRONG/ { line = $0 } /^WRONG/ { exit } END { print line }'
    fi
}

# try <lab> <version> <options>: sets state, and why when there is more to say.
try() {
    lab_to_try=$1 version=$2
    shift 2
    rm -f "$scratch/verdicts"
    LAB_VERDICTS=$scratch/verdicts run "./$lab_to_try" --only "$version" "$@" >"$scratch/out" 2>&1 </dev/null
    status=$?
    said=$(said_of "$lab_to_try" "$version")
    state=${said%% *} why=${said#* }
    case $state:$status in
    ok:0) state='done' why='' ;;
    todo:*) why='' ;;
    WRONG:*) state=wrong ;;
    skip:*) ;;
    *:124) state=wrong why="does not end: stopped after ${PROGRESS_TIME:-120} s" ;;
    *) state=wrong why="./$lab_to_try --only $version ended with status $status: $(grep . "$scratch/out" | tail -n 1)" ;;
    esac
}

# exercise <lab> <its folder> <exercise> <title>
exercise() {
    version=gpu_ex$(echo "$3" | tr -d .) file=$2/${2#"$1"_}.cu
    busy "$1, exercise $3"
    if [ -n "$refused" ]; then
        state=wrong why=$refused
    else
        try "$1" "$version" --quick
        # What is right at small sizes may still fail at the lab's own.
        [ "$state" != 'done' ] || try "$1" "$version" --samples 1 --min-time 0
    fi
    # A kernel that is handed out with a bug is wrong from the first day, or passes by luck. It is
    # still to be done as long as nobody has taken its TODO away.
    if grep -q "^$version [^ ]* given " "$scratch/verdicts" 2>/dev/null && grep -q "TODO($3)" "$file"; then
        case $state in
        done) why="right in this run; take TODO($3) away when you have mended it" ;;
        *) why='' ;;
        esac
        state=todo
    fi
    case $state in
    done) n_done=$((n_done + 1)) ;;
    todo) n_todo=$((n_todo + 1)) next=${next:-"TODO($3) in $file; handouts/en/$1.md"} ;;
    wrong) n_wrong=$((n_wrong + 1)) ;;
    skip) n_skip=$((n_skip + 1)) ;;
    esac
    row "$1" "$3" "$4" "$state"
    [ -z "$why" ] || remark "$why"
}

# exercises_of <lab>: number and title of each, the titles as in the sheet.
exercises_of() {
    run "./$1" --help 2>&1 </dev/null | grep -o 'gpu_ex[0-9]*' | sort -u | sed -E 's/gpu_ex(.*)(.)/\1.\2/' |
        while read -r number; do
            grep "^$number " "$scratch/titles" || echo "$number"
        done
}

[ $# -gt 0 ] || { echo "usage: common/progress.sh lab01 lab02 ..." >&2 && exit 2; }
printf '%-6s %-65s %s\n' lab exercise state
for lab; do
    folder=$(echo "$lab"_*/)
    folder=${folder%/}
    sed -n -E 's/^## [0-9]+\. Exercise ([0-9]+\.[0-9]+): /\1 /p' "handouts/en/$lab.md" >"$scratch/titles"
    busy "building $lab"
    if ! make -s -j"$(nproc 2>/dev/null || echo 2)" "$lab" >"$scratch/log" 2>&1 </dev/null; then
        n_unbuilt=$((n_unbuilt + $(grep -c . "$scratch/titles")))
        row "$lab" '' '' 'does not build'
        remark "$(grep -m 1 -i error "$scratch/log" || tail -n 1 "$scratch/log")"
        continue
    fi
    refused=$(sh "$(dirname "$0")/symbols.sh" "${OBJECTS:-build/cpu}/$folder/${folder#"$lab"_}.o" 2>&1) ||
        refused="refused: $refused"
    exercises_of "$lab" >"$scratch/list"
    while read -r number title; do
        exercise "$lab" "$folder" "$number" "$title"
    done <"$scratch/list"
done

echo
echo "$((n_done + n_todo + n_wrong + n_skip + n_unbuilt)) exercises:" \
    "$n_done done, $n_todo todo, $n_wrong wrong$(
        [ $n_skip -eq 0 ] || echo ", $n_skip not to be tried here")$(
        [ $n_unbuilt -eq 0 ] || echo ", $n_unbuilt in a lab that does not build")"
[ -z "$next" ] || echo "next: $next"
[ $((n_wrong + n_unbuilt)) -eq 0 ]
