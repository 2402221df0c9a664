#!/bin/sh
# common/tools/try.sh [compiler] - builds a small CUDA program for the CPU device, as the labs are built, and
# runs it: what a compiler, its OpenMP library, headers or make lack shows here first. setup.sh and
# doctor call it. What it builds is left for the labs, in build/cpu, where the kit is the user's own and the compiler
# is the one that make takes.
#   TRY_BUILD   a folder in which make has built the CPU device, for the tests
# status 0: it works, and nothing is said; 1: it does not, and one line says what is missing
here=$(dirname "$0")
. "$here/scratch.sh"
kit=$(cd "$here/../.." && pwd)
usual=clang++
! command -v g++ >/dev/null 2>&1 || usual=g++
compiler=${1:-${CXX:-$usual}}
build=$scratch/build
if [ "$compiler" = $usual ] && [ -w "$kit" ] && [ -n "$(find "$kit" -prune -user "$(id -u)")" ]; then
    build=build/cpu # of the kit, whose path may have signs that make does not take
fi
if [ -n "${TRY_BUILD:-}" ]; then
    build=$TRY_BUILD
    export CUCC_IN_MAKE=1
fi
case $build in
/*[!A-Za-z0-9_./+-]*) build=$(mktemp -d /tmp/try.XXXXXX) && trap 'rm -rf "$scratch" "$build"' EXIT ;;
build/cpu) cd "$kit" && here=common/tools ;;
esac
export CXX="$compiler" BUILD="$build"
program=$build/try.$$ # not in $scratch: from /tmp, some systems run nothing
tried sh "$here/../cpu_device/cucc" -O0 "$here/try.cu" -o "$program" && tried "$program"
status=$?
rm -f "$program"
exit $status
