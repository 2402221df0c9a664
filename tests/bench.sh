#!/bin/sh
# tests/bench.sh <folder of the built benches> - `make bench`: ratios of things measured side by side.
# Figures, not tests: worth something on a quiet machine only, so the load comes first.
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null || uptime), $(nproc 2>/dev/null || echo ?) processors"
echo
"$1/bench_cpu_device" || exit
echo
sh tests/bench_gemm.sh "$1/bench_gemm"
