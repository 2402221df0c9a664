#!/bin/sh
# common/tools/progress.sh labNN... - a line per exercise: done, right, todo or wrong. `make progress` calls it.
# What is right is done if it also meets the goals of its lab, which are counted on the CPU device.
# Builds each lab and runs each of its exercises by itself, small and at the lab's own size, so that
# one that crashes hides no other. The state of a version comes from the process that watches the lab
# (LAB_VERDICTS), never from the table; and an object that common/tools/symbols.c refuses is not run at
# all. If a lab does not build, its first error is printed instead, and the others go on.
#   OBJECTS=folder   where make puts objects and the program symbols (build/cpu)
#   GOALS_IN=folder  where the build lies that counts (build/traffic), CXX its compiler
#   ONLY=ex21,ex22   these exercises alone
#   REQUIRE=done     status 1, too, unless all of them are done
# status 0: nothing is wrong, as with the labs; 1: something is; 2: bad usage
set -u
case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in es*) sheets=es ;; *) sheets=en ;; esac
export LC_ALL=C
unset MAKEFLAGS MFLAGS # of the make that called; what was set on its command line is in our environment
[ $# -gt 0 ] || { echo "usage: common/tools/progress.sh labNN..." >&2 && exit 2; }
. "$(dirname "$0")/scratch.sh"
objects=${OBJECTS:-build/cpu} goals_in=${GOALS_IN:-build/traffic}
# Seconds that a kernel has to run before it counts as endless, which is wrong: the process that watches the lab
# counts them (LAB_PATIENCE). By the clock only what has no such process is ended, after ten times as long.
patience=${PROGRESS_TIME:-120} longest=$((10 * ${PROGRESS_TIME:-120}))
next=''
: >"$scratch/states" # a line per exercise

# busy <what>: on a terminal, what is being waited for; the next line of the table takes its place.
clear=$([ ! -t 2 ] || printf '\r\033[K')
busy() {
    [ -z "$clear" ] || printf '%s%s ...' "$clear" "$1" >&2
}

# row <lab> <exercise> <title> <state> [more]: `more` goes on the lines below, within 100 columns.
row() {
    case $4 in 'done') colour=$green ;; wrong | does*) colour=$red ;; *) colour='' ;; esac
    printf '%s' "$clear" >&2
    printf '%-6s %-4s %-60s %s%s%s\n' "$1" "$2" "$3" "$colour" "$4" "${colour:+$plain}"
    [ -z "$5" ] || printf '%s\n' "$5" | fold -s -w 88 | sed 's/^ */            /; s/ *$//'
}

# try <lab> <version> <options>: sets `state`, and `why` for what the row says below.
try() {
    program=./$1 version=$2
    shift 2
    rm -f "$scratch/verdicts"
    LAB_VERDICTS=$scratch/verdicts LAB_PATIENCE=$patience limited "$longest" "$program" --only "$version" "$@" >"$scratch/out" 2>&1 </dev/null
    status=$?
    said=$(sed -n "s/^$version [^ ]* [^ ]* //p" "$scratch/verdicts" 2>/dev/null) # state message
    state=${said%% *} why=${said#* }
    case $state:$status in
    ok:0) state='done' why='' ;;
    todo:*) why='' ;;
    WRONG:*) state=wrong ;;
    skip:*) ;;
    *:124) state=wrong why="does not end: stopped after $longest s" ;;
    *) state=wrong why="$program --only $version ended with status $status: $(grep . "$scratch/out" | tail -n 1)" ;;
    esac
}

# exercise <lab> <its file> <version>: its state in $scratch/<version>, and on the lines below it why.
exercise() {
    number=$(number_of "$3")
    busy "$1, exercise $number"
    if [ -n "$refused" ]; then
        state=wrong why=$refused
    else
        try "$1" "$3" --quick
        # What is right at small sizes may still fail at the lab's own.
        [ "$state" != 'done' ] || try "$1" "$3" --samples 1 --min-time 0
    fi
    # A kernel that is handed out with a bug fails, or passes by luck, before the student has touched
    # it. Its state is todo as long as its TODO is in the file.
    if grep -q "^$3 [^ ]* given " "$scratch/verdicts" 2>/dev/null && grep -q "// TODO($number)" "$2"; then
        why=''
        [ "$state" != 'done' ] || why="right in this run; take TODO($number) away when you have fixed it"
        state=todo
    fi
    printf '%s\n%s\n' "$state" "$why" >"$scratch/$3"
}

# count_goals <lab> <versions that are right, with commas>: $scratch/goals, whose last line is `end`.
# Counts are exact on the CPU device, whatever the lab is built for.
count_goals() {
    busy "$1, the goals of $2"
    rm -f "$scratch/goals"
    LAB_GOALS=$scratch/goals ONLY=$2 BUILD=$goals_in REPORT_LANG=$sheets LAB_VERDICTS='' \
        limited "$longest" common/traffic.sh "$1" >"$scratch/out" 2>&1 </dev/null
}

# judge <lab> <version>: what is right is done if it meets its goals.
judge() {
    its=$scratch/$2.goals
    grep "^$2$tab" "$scratch/goals" 2>/dev/null >"$its" || true
    if grep -q "^$2${tab}wrong$tab" "$its"; then
        printf 'wrong\n%s\n' "$(cut -f 5 "$its")" >"$scratch/$2"
    elif [ "$(tail -n 1 "$scratch/goals" 2>/dev/null)" != end ]; then
        printf 'right (goal not counted)\n%s\n' \
            "$(grep -m 1 -i -E 'error|\*\*\*' "$scratch/out" || grep . "$scratch/out" | tail -n 1)" >"$scratch/$2"
    elif grep -q "${tab}missed$tab" "$its"; then
        echo right >"$scratch/$2"
        awk -F '\t' -v spanish="$([ $sheets = en ] || echo 1)" -v sheet="handouts/$sheets/$1.md" -v section="$(section "$2")" '
            $2 == "missed" {
                print (spanish ? "contado: " : "counted: ") $3 " " $5
                print (spanish ? "se pide: como mucho " : "wanted: at most ") $4
                print (spanish ? "línea: " : "line: ") ($6 == "" ? "?" : $6) "; " sheet (spanish ? ", sección " : ", section ") section
            }' "$its" >>"$scratch/$2"
    elif grep -q "${tab}uncounted$tab" "$its"; then
        printf 'right (goal not counted)\n\n' >"$scratch/$2"
    fi
}

# tell <lab> <its file> <version>: the lines of an exercise, and what to do next.
tell() {
    number=$(number_of "$3")
    state=$(head -n 1 "$scratch/$3") why=$(sed 1d "$scratch/$3")
    echo "$state" >>"$scratch/states"
    case $state in
    todo) next=${next:-"TODO($number) in $2; handouts/$sheets/$1.md"} ;;
    right) next=${next:-"the goal of $number, <= $(awk -F '\t' '$2 == "missed" { print $4 " " $5; exit }' \
        "$scratch/$3.goals"); handouts/$sheets/$1.md, section $(section "$3")"} ;;
    esac
    row "$1" "$number" "$(sed -n "s/^[0-9]* $number //p" "$scratch/titles")" "$state" "$why"
}

number_of() { # gpu_ex31: 3.1
    echo "$1" | sed 's/gpu_ex\(.*\)\(.\)$/\1.\2/'
}

section() { # of an exercise in its sheet
    sed -n "s/^\([0-9]*\) $(number_of "$1") .*/\1/p" "$scratch/titles"
}

# titles <lab>: section, number and title of each exercise that is asked for, as in the sheet.
titles() {
    sed -n -E 's/^## ([0-9]+)\. Exercise ([0-9]+\.[0-9]+): /\1 \2 /p' "handouts/en/$1.md" | while read -r line; do
        number=${line#* }
        is_wanted "gpu_ex$(echo "${number%% *}" | tr -d .)" && echo "$line"
    done
}

is_wanted() {
    case ,$only, in ,, | *,"$1",*) ;; *) false ;; esac
}

# Bad usage, before anything is built.
tab=$(printf '\t')
only=$(echo "${ONLY:-}" | sed 's/ //g; s/^ex/gpu_ex/; s/,ex/,gpu_ex/g')
versions_of() {
    for lab; do titles "$lab"; done | sed 's/^[0-9]* \([0-9]*\)\.\([0-9]*\) .*/gpu_ex\1\2/'
}
versions_of "$@" >"$scratch/there"
for version in $(echo "$only" | tr , ' '); do
    grep -q -x "$version" "$scratch/there" && continue
    echo "progress: ONLY=$ONLY: ${version#gpu_} is none of" \
        "$(only='' && versions_of "$@" | sed 's/gpu_//' | paste -s -d ' ')" >&2
    exit 2
done
case ${REQUIRE:-} in '' | done) ;; *) echo "progress: REQUIRE=$REQUIRE: only REQUIRE=done is there" >&2 && exit 2 ;; esac

printf '%-6s %-65s %s\n' lab exercise state
for lab; do
    folder=$(echo "$lab"_*/)
    folder=${folder%/} op=${folder#*_}
    titles "$lab" >"$scratch/titles"
    [ -s "$scratch/titles" ] || continue
    busy "building $lab"
    if ! complaint=$(tried make -s -j"$(nproc 2>/dev/null || echo 2)" "$lab"); then
        sed 's/.*/unbuilt/' "$scratch/titles" >>"$scratch/states"
        row "$lab" '' '' 'does not build' "$complaint"
        continue
    fi
    refused=$("$objects/symbols" common/tools/symbols.txt "$objects/$folder/$op.o" 2>&1) &&
        refused='' || refused="refused: $refused" # what is for the instructor to read is run
    versions='' right=''
    for version in $(limited "$longest" "./$lab" --help 2>&1 </dev/null | grep -o 'gpu_ex[0-9]*' | sort -u); do
        is_wanted "$version" || continue
        exercise "$lab" "$folder/$op.cu" "$version"
        versions="$versions $version"
        [ "$state" != 'done' ] || right=${right:+$right,}$version
    done
    [ -z "$right" ] || count_goals "$lab" "$right"
    ended=$(tail -n 1 "$scratch/goals" 2>/dev/null)
    for version in $(echo "$right" | tr , ' '); do
        [ "$ended" = end ] || count_goals "$lab" "$version" # one that ends the program hides no other
        judge "$lab" "$version"
    done
    for version in $versions; do tell "$lab" "$folder/$op.cu" "$version"; done
done

count() {
    grep -c "^$1" "$scratch/states"
}
echo
echo "$(count .) exercises: $(count 'done') done, $(
    [ "$(count right)" -eq 0 ] || echo "$(count right) right, ")$(count todo) todo, $(count wrong) wrong$(
    [ "$(count skip)" -eq 0 ] || echo ", $(count skip) that cannot run here")$(
    [ "$(count unbuilt)" -eq 0 ] || echo ", $(count unbuilt) in a lab that does not build")"
[ -z "$next" ] || echo "next: $next" | fold -s -w 98 | sed '2,$s/^/      /; s/ *$//'
[ "$(count "[wu]")" -eq 0 ] && { [ -z "${REQUIRE:-}" ] || [ "$(count 'done')" = "$(count .)" ]; }
