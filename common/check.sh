#!/bin/sh
# Builds a program for the CPU device with the bug finder, runs it, and reports what was found.
#
#   common/check.sh [--json FILE] my.cu [its arguments...]
#   common/check.sh [--json FILE] lab03            or solution03: every version, small sizes
#
# Status: 0 nothing found, 1 findings (or the program did not build or was killed), 2 bad usage.
# `make check FILE=my.cu` and `make check03` call this; make turns any failure into its own 2.
# BUILD is the folder for what is built (build/check), CXX the compiler.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
usage() {
    echo "check.sh: $1: common/check.sh [--json FILE] my.cu [arguments], or lab03 or solution03" >&2
    exit 2
}

json=''
if [ "$1" = --json ]; then
    [ -n "$2" ] || usage '--json needs a file'
    json=$2
    { : >>"$json"; } 2>/dev/null || usage "--json $json: cannot be written"
    shift 2
fi
[ $# -gt 0 ] || usage 'what is to be checked?'
program=$1
shift
build=${BUILD:-build/check}
make="make -s --no-print-directory -C $here/.. DEVICE=cpu CHECK=--check OPTIMISE=-O1"
case $build in /*) folder=$build ;; *) folder=$here/../$build ;; esac
case $program in
-*) usage "unknown option $program" ;;
lab[0-9]* | solution[0-9]*)
    case " $(sed -n 's/^LABS := //p' "$here/../Makefile") " in
    *" lab${program##*[a-z]} "*) ;;
    *) usage "$program: there is no such lab" ;;
    esac
    $make "BUILD=$build" ${CXX:+"CXX=$CXX"} "$build/$program" || exit 1
    binary=$folder/$program
    set -- --quick
    export LAB_CHECK=1
    ;;
*.cu)
    [ -f "$program" ] || usage "$program: there is no such file"
    $make "BUILD=$build" ${CXX:+"CXX=$CXX"} "$build/rewrite" "$build/cpu_device.a" || exit 1
    mkdir -p "$folder/run" || exit 1
    binary=$folder/run/$(basename "$program" .cu)
    CUCC_IN_MAKE=1 BUILD=$folder "$here/cpu_device/cucc" --check -Wall -Wextra "$program" -o "$binary" || exit 1
    ;;
*) usage "$program: is no .cu file" ;;
esac
CPU_DEVICE_CHECK_JSON=$json "$binary" "$@"
status=$?
[ $status -le 1 ] || { echo "the program ended with status $status before the report" >&2; status=1; }
exit $status
