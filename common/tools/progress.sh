#!/bin/sh
# common/tools/progress.sh labNN... - a line per exercise: done, todo or wrong. `make progress` calls it.
# Builds each lab and runs each of its exercises by itself, small and at the lab's own size, so that
# one that crashes hides no other. The state of a version comes from the process that watches the lab
# (LAB_VERDICTS), never from the table; and an object that common/tools/symbols.c refuses is not run at
# all. If a lab does not build, its first error is printed instead, and the others go on.
#   OBJECTS=folder   where make puts objects and the program symbols (build/cpu)
# status 0: nothing is wrong, as with the labs; 1: something is; 2: bad usage
set -u
case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in es*) sheets=es ;; *) sheets=en ;; esac
export LC_ALL=C
unset MAKEFLAGS MFLAGS # of the make that called; what was set on its command line is in our environment
[ $# -gt 0 ] || { echo "usage: common/tools/progress.sh labNN..." >&2 && exit 2; }
. "$(dirname "$0")/scratch.sh"
objects=${OBJECTS:-build/cpu}
patience=${PROGRESS_TIME:-120} # seconds; after that a kernel counts as endless, which is wrong
next=''
: >"$scratch/states" # a line per exercise

# busy <what>: on a terminal, what is being waited for; the next line of the table takes its place.
clear=$([ ! -t 2 ] || printf '\r\033[K')
busy() {
    [ -z "$clear" ] || printf '%s%s ...' "$clear" "$1" >&2
}

# row <lab> <exercise> <title> <state> [more]: `more` goes on the lines below, within 100 columns.
row() {
    case $4 in done) colour=$green ;; wrong | does*) colour=$red ;; *) colour='' ;; esac
    printf '%s' "$clear" >&2
    printf '%-6s %-4s %-60s %s%s%s\n' "$1" "$2" "$3" "$colour" "$4" "${colour:+$plain}"
    [ -z "$5" ] || printf '%s\n' "$5" | fold -s -w 88 | sed 's/^ */            /; s/ *$//'
}

# try <lab> <version> <options>: sets `state`, and `why` for what the row says below.
try() {
    program=./$1 version=$2
    shift 2
    rm -f "$scratch/verdicts"
    LAB_VERDICTS=$scratch/verdicts limited "$patience" "$program" --only "$version" "$@" >"$scratch/out" 2>&1 </dev/null
    status=$?
    said=$(sed -n "s/^$version [^ ]* [^ ]* //p" "$scratch/verdicts" 2>/dev/null) # state message
    state=${said%% *} why=${said#* }
    case $state:$status in
    ok:0) state='done' why='' ;;
    todo:*) why='' ;;
    WRONG:*) state=wrong ;;
    skip:*) ;;
    *:124) state=wrong why="does not end: stopped after $patience s" ;;
    *) state=wrong why="$program --only $version ended with status $status: $(grep . "$scratch/out" | tail -n 1)" ;;
    esac
}

# exercise <lab> <its file> <exercise> <title>
exercise() {
    version=gpu_ex$(echo "$3" | tr -d .)
    busy "$1, exercise $3"
    if [ -n "$refused" ]; then
        state=wrong why=$refused
    else
        try "$1" "$version" --quick
        # What is right at small sizes may still fail at the lab's own.
        [ "$state" != 'done' ] || try "$1" "$version" --samples 1 --min-time 0
    fi
    # A kernel that is handed out with a bug fails, or passes by luck, before the student has touched
    # it. Its state is todo as long as its TODO is in the file.
    if grep -q "^$version [^ ]* given " "$scratch/verdicts" 2>/dev/null && grep -q "// TODO($3)" "$2"; then
        why=''
        [ "$state" != 'done' ] || why="right in this run; take TODO($3) away when you have fixed it"
        state=todo
    fi
    echo "$state" >>"$scratch/states"
    [ "$state" != todo ] || next=${next:-"TODO($3) in $2; handouts/$sheets/$1.md"}
    row "$1" "$3" "$4" "$state" "$why"
}

printf '%-6s %-65s %s\n' lab exercise state
for lab; do
    folder=$(echo "$lab"_*/)
    folder=${folder%/} op=${folder#*_}
    # Number and title of each exercise, as in the sheet.
    sed -n -E 's/^## [0-9]+\. Exercise ([0-9]+\.[0-9]+): /\1 /p' "handouts/en/$lab.md" >"$scratch/titles"
    busy "building $lab"
    if ! complaint=$(tried make -s -j"$(nproc 2>/dev/null || echo 2)" "$lab"); then
        sed 's/.*/unbuilt/' "$scratch/titles" >>"$scratch/states"
        row "$lab" '' '' 'does not build' "$complaint"
        continue
    fi
    refused=$("$objects/symbols" common/tools/symbols.txt "$objects/$folder/$op.o" 2>&1) || refused="refused: $refused"
    for digits in $(limited "$patience" "./$lab" --help 2>&1 </dev/null | grep -o 'gpu_ex[0-9]*' | sort -u | tr -d a-z_); do
        number=${digits%?}.${digits#"${digits%?}"} # 31: 3.1
        title=$(sed -n "s/^$number //p" "$scratch/titles")
        exercise "$lab" "$folder/$op.cu" "$number" "$title"
    done
done

count() {
    grep -c "^$1" "$scratch/states"
}
echo
echo "$(count .) exercises: $(count 'done') done, $(count todo) todo, $(count wrong) wrong$(
    [ "$(count skip)" -eq 0 ] || echo ", $(count skip) that cannot run here")$(
    [ "$(count unbuilt)" -eq 0 ] || echo ", $(count unbuilt) in a lab that does not build")"
[ -z "$next" ] || echo "next: $next"
[ "$(count "[wu]")" -eq 0 ]
