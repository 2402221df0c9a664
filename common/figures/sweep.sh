#!/bin/sh
# common/figures/sweep.sh PROGRAM CSV [options] - measures what a lab's figures and report need, as in
#   sh common/figures/sweep.sh ./labNN results/labNN.csv --sweep
# A lab that needs more than one run has its own labNN_*/sweep.sh, which calls run and keep.
#   TABLE   a file for the lab's own table; then the time that it will take is printed first, as in `make plotNN`
#   AMONG   all labs of this sweep, of which this is one
# Only a complete run is kept: one that was ended early leaves no CSV and starts again from the beginning.
# status 0; 1: a version is WRONG, and the CSV has the others; any other: no CSV
set -u
program=$1 csv=$2 wrong=0
shift 2
kit=$(dirname "$0")/../..
. "$kit/common/tools/scratch.sh"
. "$kit/common/tools/folder_of.sh"
trap 'rm -f "${csv%.csv}"*.part; exit 130' HUP INT TERM

run() { # run <csv> <options>
    out=$1
    shift
    runs=$((${runs:-0} + 1))
    [ $runs -eq 1 ] || [ ! -t 2 ] || say "lab$number: run $runs" "lab$number: ejecución $runs" >&2
    "$program" "$@" --csv "$out" || { wrong=$? && [ $wrong -eq 1 ]; } || exit $wrong
    [ -s "$out" ] || exit 3
}

# The tests' pretend GPU has measured nothing that others may read.
case $csv in reference/* | */reference/*) reference=yes ;; *) reference='' ;; esac

keep() { # beside, then renamed
    if [ -n "$reference" ] && grep -q '^# device: pretend ' "$1"; then
        echo "sweep.sh: $2: must come from a real GPU; $(sed -n 's/^# device: //p' "$1") is one of the tests" >&2
        exit 2
    fi
    cp "$1" "$2.part" && mv -f "$2.part" "$2" || exit 3
}

# shellcheck disable=SC2317 # the lab's own sweep.sh calls it
cores() { # cores <options>: the CPU on 1, 2, 4, ... and all threads, at the size of a plain run
    for option; do
        shift
        [ "$option" = --sweep ] || set -- "$@" "$option"
    done
    all=$(nproc 2>/dev/null || echo 1) counts='' count=1
    while [ "$count" -lt "$all" ]; do
        counts=$counts$count, count=$((2 * count))
    done
    run "$scratch/cores.csv" --only cpu_openmp --threads "$counts$all" "$@"
    keep "$scratch/cores.csv" "${csv%.csv}_cores.csv"
}

number=${program##*[!0-9]} # of ./solutionNN
placed() { # placed <labs...>: ", 3 of 6", where there are several
    at=0
    for lab; do
        at=$((at + 1))
        [ $# -eq 1 ] || [ "$lab" != "lab$number" ] || say ", $at of $#" ", $at de $#"
    done
}

if [ -n "${TABLE:-}" ]; then
    # shellcheck disable=SC2086 # words
    what="lab$number$(placed ${AMONG:-}): $program $*"
    printf '%-7s %s\n' SWEEP "$(say "$what: a minute or two; table: $TABLE" \
        "$what: uno o dos minutos; tabla: $TABLE")" \
        '' "$(say "Ctrl-C ends it: the labs measured before stay, the next call begins with this one" \
        "Ctrl-C lo termina: los labs ya medidos se quedan, y la próxima vez empieza por este")"
    exec >"$TABLE"
fi
own=$(folder_of "lab$number" "$kit")/sweep.sh
# shellcheck source=/dev/null
if [ -f "$own" ]; then . "$own"; else run "$scratch/all.csv" "$@"; fi
keep "$scratch/all.csv" "$csv"
exit $wrong
