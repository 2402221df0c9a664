#!/bin/sh
# tests/bench/bench.sh <build folder> - `make bench`: ratios of things measured side by side. Figures, not
# tests: worth something on a quiet machine only, so the load comes first.
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null || uptime), $(nproc 2>/dev/null || echo ?) processors"
echo
echo "both sides compiled with -O2 (plain loops, not vectorised)"
"$1/O2/tests/bench/bench_cpu_device" || exit
echo
echo "both sides compiled as the labs are (the compiler vectorises the OpenMP loops)"
"$1/tests/bench/bench_cpu_device" || exit
echo
for gemm in "$1/tests/bench/bench_gemm" "$1/avx2/tests/bench/bench_gemm"; do
    if [ -x "$gemm" ]; then
        echo "our product against OpenBLAS's, ${gemm%%/tests/*}"
        OMP_NUM_THREADS=1 "$gemm"
        "$gemm"
    fi
done
echo
echo "the bug finder against the plain CPU device, one thread each"
{
    OMP_NUM_THREADS=1 "$1/tests/bench/bench_check"
    common/check.sh tests/bench/bench_check.cu
} | awk -F ': ' '/^ms: / {
        if ($2 in plain) printf "%-24s %8.2f ms, checked %8.1f ms: %5.1f times\n", $2, plain[$2], $3, $3 / plain[$2]
        else plain[$2] = $3
    }'
echo
if [ -x .venv/bin/python ]; then
    .venv/bin/python tests/bench/bench_peers.py
else
    echo "skipped: our CPU versions against NumPy, Numba, JAX, PyTorch (./setup.sh --peers)"
fi
