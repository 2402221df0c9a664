#!/usr/bin/env bats
# The traffic counters, what takes long: clang++, every lab, what it costs.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, labs, status, out and err

load ../shell/helpers

setup() {
    in_root
    export BUILD=build/quick/traffic QUICK=1
}

@test "with clang++ every line of the small kernels is as argued, too" {
    command -v clang++ >/dev/null || skip "needs clang++"
    try env CXX=clang++ BUILD=build/clang-traffic common/traffic.sh --json "$scratch/json" tests/traffic/kernels.cu
    check "they run" [ "$status" -eq 0 ]
    try sh tests/traffic/compare.sh tests/traffic/kernels.cu "$scratch/json"
    check "all lines agree" [ "$status" -eq 0 ]
}

@test "with clang++ a load that it moves out of a loop has no line, and the report says why" {
    command -v clang++ >/dev/null || skip "needs clang++"
    cat >"$scratch/moved.cu" <<'END'
__global__ void moved(float *__restrict__ y, const float *__restrict__ x, int n)
{
    for (int k = 0; k < n; k++)
        y[k * 32 + threadIdx.x] = x[threadIdx.x] * k;
}
int main()
{
    float *p;
    cudaMalloc(&p, 1 << 16);
    moved<<<1, 32>>>(p, p + 8192, 4);
    return cudaDeviceSynchronize();
}
END
    try env CXX=clang++ BUILD=build/clang-traffic common/traffic.sh "$scratch/moved.cu"
    check "no line" shows '^ *\?:0 +load x .* 4.00   4.00 '
    check "and why" shows '^  line 0: the compiler has moved it out of a loop'
    check "the store has its own" shows 'moved.cu:4 .*store y .* 4.00   4.00 '
}

@test "every lab and its answers: within 30 s once built, a line per version, no bad line but those meant" {
    local lab before cpu
    count_cpu() { # $cpu: seconds of the children so far, whatever else keeps the cores busy
        times >"$scratch/times"
        cpu=$(awk -F '[ms ]' 'END { print $1 * 60 + $2 + $4 * 60 + $5 }' "$scratch/times")
    }
    for lab in $labs ${labs//lab/solution}; do
        common/traffic.sh --json "$scratch/json" "$lab" >/dev/null # builds it
        count_cpu
        before=$cpu
        exits 0 common/traffic.sh --json "$scratch/json" "$lab"
        count_cpu
        check "$lab: took $(awk "BEGIN { print $cpu - $before }") s" awk "BEGIN { exit $cpu - $before > 30 }"
        check "$lab: a line for gpu_v1" shows '^gpu_v1 .*[|].*[|]'
    done
}

@test "the answers of labs 2 and 3 ask for what their sheets say" {
    common/traffic.sh solution02 >"$scratch/out"
    check "v1 of lab 2" grep -q 'load a: 32 sectors per request, 4 would do' "$scratch/out"
    check "the others are coalesced" [ "$(grep -c 'would do' "$scratch/out")" -eq 2 ]
    common/traffic.sh solution03 >"$scratch/out"
    check "lab 3 wastes nothing" [ "$(grep -c 'would do' "$scratch/out")" -eq 0 ]
    # and it would be seen: a tile without its padding
    sed 's/b_tile\[DEPTH\]\[SIDE + DEPTH\]/b_tile[DEPTH][SIDE]/' solutions/matmul_tiled.cu >"$scratch/matmul_tiled.cu"
    cat >"$scratch/main.cu" <<'END'
#include "matmul_tiled.cu"
void cuda_check(cudaError_t, const char *, const char *, int) {}
int main()
{
    float *p;
    cudaMalloc(&p, 3 << 16);
    matmul_tiled_ex31(p, p + 16384, p + 32768, 128, 128, 128);
    return cudaDeviceSynchronize();
}
END
    try env CPATH=.:lab03_matmul_tiled common/traffic.sh "$scratch/main.cu"
    check "a conflict where two rows are stored" shows 'store b_tile: 1 bank conflict per request'
}
