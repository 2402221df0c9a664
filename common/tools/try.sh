#!/bin/sh
# common/tools/try.sh [compiler] - builds a small CUDA program for the CPU device, as the labs are built, and
# runs it: what a compiler, its OpenMP library, headers or make lack shows here first. setup.sh and
# doctor call it.
#   TRY_BUILD   a folder in which make has built the CPU device, for the tests (default: it is built anew)
# status 0: it works, and nothing is said; 1: it does not, and one line says what is missing
here=$(dirname "$0")
. "$here/scratch.sh"
build=${TRY_BUILD:-$scratch/build}
case $build in *[!A-Za-z0-9_./+-]*) # make takes no such name
    build=$(mktemp -d /tmp/try.XXXXXX) && trap 'rm -rf "$scratch" "$build"' EXIT ;;
esac
export CXX="${1:-${CXX:-}}" BUILD="$build"
[ -z "${TRY_BUILD:-}" ] || export CUCC_IN_MAKE=1
tried sh "$here/../cpu_device/cucc" -O0 "$here/try.cu" -o "$scratch/try" && tried "$scratch/try"
