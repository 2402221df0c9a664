#!/bin/sh
# Builds a program for the CPU device with the traffic counters, runs it, and prints what its kernels
# asked the memory for, by line of the source: sectors per request, bank conflicts.
#
#   common/traffic.sh [--json FILE] [-DNAME=VALUE...] my.cu [more.cu...] [[--] its arguments...]
#   common/traffic.sh [--json FILE] labNN          or solutionNN: one run of each version, and its goals
#
# Status: 0; 1 the program failed, or did not build; 2 bad usage, or no kernel was run.
# `make traffic FILE=my.cu` and `make trafficNN` call this; make turns any failure into its own 2.
# ONLY=ex31,ex32 names versions of the lab. LAB_GOALS=FILE counts nothing but the goals:
# common/engine/parts.h.
# BUILD is the folder for what is built (build/traffic), CXX the compiler,
# FLAGS and LIBS the program's own options and libraries (-Iinclude, -lz).
here=$(dirname "$0")
mode=traffic json_begins='{"kernels":['
. "$here/tools/watched.sh"
export LAB_TRAFFIC="${LAB_TRAFFIC:-1}" # a CSV for the figure may be named
export CPU_DEVICE_TRAFFIC_JSON="$json"
run_watched "$binary" "$@"
exit $status
