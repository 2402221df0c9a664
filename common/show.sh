#!/bin/sh
# Makes a page about the kernels of a program: each line with what it moves, a request as it happened, a
# block from barrier to barrier, who writes which element, the bug finder's findings at their lines, and an order of
# the threads in which a race goes wrong.
#
#   common/show.sh [-DNAME=VALUE...] my.cu [more.cu...] [[--] its arguments...]     results/show.html
#   common/show.sh labNN            or solutionNN                                   results/showNN.html
#
# It runs the program twice, under the traffic counters and under the bug finder, so it takes as long as
# `make traffic` and `make check` together. Status: 0; 1 the program failed, or did not build; 2 bad usage, or no kernel
# was run. `make show FILE=my.cu` and `make showNN` call this. ONLY=ex31,ex32 names versions of the lab.
# REPORT_LANG=en|es, or the locale, is the page's language. BUILD is the folder for what is built (build), CXX, FLAGS,
# LIBS as in common/traffic.sh.
here=$(dirname "$0")
name=show
. "$here/tools/scratch.sh"
. "$here/tools/asked.sh"

case ${REPORT_LANG:-en} in
en | es) ;;
*) refuse "REPORT_LANG=$REPORT_LANG: must be en or es" "REPORT_LANG=$REPORT_LANG: debe ser en o es" ;;
esac
in_kit=${BUILD:-build}
: >"$scratch/sources" # one a line, to be looked up by name
case $1 in
lab[0-9]* | solution[0-9]* | further[0-9]*)
    title=$1 page=results/show${1##*[a-z]}.html
    for file in "$here"/../lab"${1##*[a-z]}"_*/*.cu "$here"/../solutions/*.cu; do
        case $1:$file in lab*/../solutions/*) ;; *) echo "$file" >>"$scratch/sources" ;; esac
    done
    ;;
*)
    sources_of "$@"
    title=${first##*/} page=results/show.html
    eval "printf '%s\n' $sources" | grep -v -e '^-D' -e '\.o$' >"$scratch/sources"
    ;;
esac

# watch <traffic|check> <its words...>: its output and its report go to files. What is built
# of the kit itself is said.
watch() {
    kind=$1
    shift
    KIT_LINES=4 BUILD=$in_kit/$kind "$here/$kind.sh" --json "$scratch/$kind.json" "$@" \
        4>&2 >"$scratch/$kind.txt" 2>"$scratch/$kind.err"
}

export LAB_TRAFFIC=1 LAB_GOALS_TOO="$scratch/goals" CPU_DEVICE_TRACE="$scratch/trace.json"
counting "show: $(say "under the traffic counters" "con los contadores de tráfico") ..."
watch traffic "$@"
status=$?
counting ''
if [ ! -s "$scratch/trace.json" ]; then
    tail -n 2 "$scratch/traffic.txt" >&2
    sed 's/^traffic\.sh:/show.sh:/; s/common\/traffic\.sh \[--json FILE\]/common\/show.sh/' "$scratch/traffic.err" >&2
    exit $((status ? status : 1))
fi
unset LAB_TRAFFIC LAB_GOALS_TOO CPU_DEVICE_TRACE
export REPORT_LANG=$language # for the findings' words
counting "show: $(say "under the bug finder" "con el detector de errores") ..."
watch check "$@"
counting ''
program=$in_kit/traffic/show
case $program in /*) ;; *) program=$here/../$program ;; esac
(
    unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE
    make -s --no-print-directory -C "$here/.." DEVICE=cpu CHECK=--traffic OPTIMISE=-O1 \
        BUILD="$in_kit/traffic" ${CXX:+"CXX=$CXX"} \
        "$in_kit/traffic/show" >&2
) || exit 1
set --
[ ! -s "$scratch/check.json" ] || set -- --check "$scratch/check.json"
[ ! -s "$scratch/goals" ] || set -- "$@" --goals "$scratch/goals"
mkdir -p results || exit 1
{
    "$program" --lang "$language" --title "$title" --sources "$scratch/sources" --traffic "$scratch/traffic.json" \
        --trace "$scratch/trace.json" "$@" --style "$here/show/show.css" --script "$here/show/show.js" >"$page.new" &&
        mv -f "$page.new" "$page"
} || {
    rm -f "$page.new"
    exit 1
}
say "$page: open it in a browser" "$page: ábralo en un navegador"
[ $status -eq 0 ] ||
    say "the program itself failed: make traffic says how" "el programa mismo ha fallado: make traffic dice cómo" >&2
exit $status
