#!/bin/sh
# common/progress.sh lab01 lab02 ... - a line per exercise: done, todo or wrong. `make progress` calls
# it. Builds each lab and runs each of its exercises by itself, so that one that crashes hides no
# other. A lab that does not build gets its first error instead, and the others go on.
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

# try <lab> <version>: sets state, and why when there is more to say.
try() {
    run "./$1" --quick --only "$2" >"$scratch/out" 2>&1 </dev/null
    status=$?
    sed -n "s/^$2  *\(ok\|todo\|WRONG\|skip\)  *\(.*\)/\1 \2/p" "$scratch/out" >"$scratch/states"
    said=$(grep -m 1 WRONG "$scratch/states" || head -n 1 "$scratch/states")
    state=${said%% *} why=''
    case $state in
    ok) state='done' ;;
    todo) ;;
    WRONG) state=wrong why=${said#* } ;;
    skip) why=${said#* } ;;
    *)
        state=wrong
        case $status in
        124) why="does not end: stopped after ${PROGRESS_TIME:-120} s" ;;
        *) why="./$1 --only $2 ended with status $status: $(grep . "$scratch/out" | tail -n 1)" ;;
        esac
        ;;
    esac
}

# exercise <lab> <its folder> <exercise> <title>
exercise() {
    version=gpu_ex$(echo "$3" | tr -d .) file=$2/${2#"$1"_}.cu
    busy "$1, exercise $3"
    try "$1" "$version"
    # A kernel that is handed out with a bug is wrong from the first day, or passes by luck. It is
    # still to be done as long as nobody has taken its TODO away.
    if grep -q "\"$version\", \"given" "$2/$1.cu" && grep -q "TODO($3)" "$file"; then
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

[ $# -gt 0 ] || { echo "usage: common/progress.sh lab01 lab02 ..." >&2 && exit 2; }
printf '%-6s %-65s %s\n' lab exercise state
for lab; do
    folder=$(echo "$lab"_*)
    # The sheet knows the exercises even when the lab does not build, and nobody edits it.
    sed -n -E 's/^## [0-9]+\. Exercise ([0-9]\.[0-9]): /\1 /p' "handouts/en/$lab.md" >"$scratch/list"
    busy "building $lab"
    if ! make -s -j"$(nproc 2>/dev/null || echo 2)" "$lab" >"$scratch/log" 2>&1 </dev/null; then
        n_unbuilt=$((n_unbuilt + $(grep -c . "$scratch/list")))
        row "$lab" '' '' 'does not build'
        remark "$(grep -m 1 -i error "$scratch/log" || tail -n 1 "$scratch/log")"
        continue
    fi
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
