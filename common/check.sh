#!/bin/sh
# Builds a program for the CPU device with the bug finder, runs it, and reports what was found.
#
#   common/check.sh [--json FILE] [-DNAME=VALUE...] my.cu [more.cu...] [[--] its arguments...]
#   common/check.sh [--json FILE] labNN            or solutionNN: every version, small sizes
#
# Status: 0 nothing found, or nothing but warnings (STRICT=1 makes them errors); 1 findings (or the
# program did not build or was killed); 2 bad usage, or nothing was run. Ctrl-C and a SIGTERM end the
# program, and what was found so far is reported.
# `make check FILE=my.cu` and `make checkNN` call this; make turns any failure into its own 2.
# BUILD is the folder for what is built (build/check), CXX the compiler.
here=$(dirname "$0")
usage() {
    echo "check.sh: $1: common/check.sh [--json FILE] my.cu [arguments], or labNN or solutionNN" >&2
    exit 2
}

json=''
if [ "$1" = --json ]; then
    json=$2
    [ -n "$json" ] || usage '--json needs a file'
    # What lies there and is no report of ours might be an exercise.
    [ ! -f "$json" ] || [ ! -s "$json" ] || [ "$(head -c 12 "$json" 2>/dev/null)" = '{"findings":' ] ||
        usage "--json $json: is there and is no report; give another name"
    { true >"$json"; } 2>/dev/null || usage "--json $json: cannot be written"
    trap '[ -s "$json" ] || [ ! -f "$json" ] || rm -f "$json"' EXIT # where it came to no report
    case $json in /*) ;; *) json=$PWD/$json ;; esac # the program may go elsewhere
    shift 2
fi

in_kit=${BUILD:-build/check} # as make in the kit takes it
case $in_kit in /*) folder=$in_kit ;; *) folder=$here/../$in_kit ;; esac
# build <target...>: by the kit's make, and not with the knobs of a make that called.
build() {
    (
        if [ -t 2 ]; then exec >&2; else exec >/dev/null; fi # its lines are for who waits
        unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE
        make -s --no-print-directory -j4 -C "$here/.." DEVICE=cpu CHECK=--check OPTIMISE=-O1 BUILD="$in_kit" \
            ${CXX:+"CXX=$CXX"} "$@"
    ) || exit 1
}

case $1 in
lab[0-9]* | solution[0-9]*)
    ls -d "$here/../lab${1##*[a-z]}"_*/ >/dev/null 2>&1 || usage "$1: there is no such lab"
    binary=$folder/$1
    build "$in_kit/$1"
    set -- --quick --seed 1
    export LAB_CHECK=1
    ;;
*)
    # The sources: all words that are one, up to the first that is not; quoted for eval.
    sources='' count=0 binary=''
    for word; do
        case $word in
        -D*) ;;
        *.cu | *.cpp | *.c | *.o)
            [ -f "$word" ] || break
            binary=${binary:-$folder/run/$(basename "${word%.*}")}
            ;;
        *) break ;;
        esac
        count=$((count + 1))
        sources="$sources \"\${$count}\""
    done
    if [ -z "$binary" ]; then
        shift $count
        case ${1-} in '' | --) usage 'what is to be checked?' ;; *) usage "$1: there is no such file or option" ;; esac
    fi
    build "$in_kit/rewrite" "$in_kit/cpu_device.a"
    mkdir -p "$folder/run" || exit 1
    export CUCC_IN_MAKE=1 BUILD="$folder"
    eval "\"\$here/cpu_device/cucc\" --check -O1 -Wall -Wextra $sources -o \"\$binary\"" || exit 1
    shift $count
    [ "${1-}" != -- ] || shift
    ;;
esac
exec 3<&0 # a shell takes it from what runs in the background
CPU_DEVICE_CHECK_JSON=$json "$binary" "$@" <&3 3<&- &
program=$!
trap 'kill -TERM $program 2>/dev/null' INT TERM HUP
wait $program
status=$?
while kill -0 $program 2>/dev/null; do # a signal came, and it reports
    wait $program
    status=$?
done
[ $status -le 2 ] || { echo "the program ended with status $status before the report" >&2; status=1; }
exit $status
