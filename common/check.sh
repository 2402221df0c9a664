#!/bin/sh
# Builds a program for the CPU device with the bug finder, runs it, and reports what was found.
#
#   common/check.sh [--json FILE] [--sarif FILE] [-DNAME=VALUE...] my.cu [more.cu...] [[--] its arguments...]
#   common/check.sh [--json FILE] [--sarif FILE] labNN            or solutionNN: every version, small sizes
#
# After a race it looks for 2 s of CPU time for an order of the threads in which the result changes; common/witness.sh
# for longer. CPU_DEVICE_WITNESS is another number of seconds; 0 does not look.
# Status: 0 nothing found, or nothing but warnings (STRICT=1 makes them errors); 1 findings (or the
# program did not build or was killed); 2 bad usage, or nothing was run. Ctrl-C and a SIGTERM end the
# program, and what was found so far is reported.
# `make check FILE=my.cu` and `make checkNN` call this; make turns any failure into its own 2.
# A kernel of a lab that does not end is ended after CPU_DEVICE_LIMIT seconds of CPU time (30).
# ONLY=ex31,ex32 names versions of the lab.
# BUILD is the folder for what is built (build/check), CXX the compiler,
# FLAGS and LIBS the program's own options and libraries (-Iinclude, -lz).
here=$(dirname "$0")
mode=check json_begins='{"findings":'
. "$here/tools/watched.sh"
export CPU_DEVICE_CHECK_JSON="$json" CPU_DEVICE_CHECK_SARIF="$sarif"
export CPU_DEVICE_WITNESS="${CPU_DEVICE_WITNESS:-2}" CPU_DEVICE_WITNESS_AGAIN="$again" # after a race
# A lab's kernels are small here: one that needs 30 s of CPU time has no end, unless orders are looked for.
[ -z "${LAB_CHECK:-}" ] || [ "$CPU_DEVICE_WITNESS" != 2 ] || export CPU_DEVICE_LIMIT="${CPU_DEVICE_LIMIT:-30}"
run_watched "$binary" "$@"
exit $status
