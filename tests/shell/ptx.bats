#!/usr/bin/env bats
# nvcc's kernels without a GPU (common/ptx): small programs of every kind of instruction, what is said and
# with which status, traffic as PTX asks. Answers and wrong kernels: tests/long/ptx.bats. The interpreter
# without nvcc: tests/unit/test_ptx.c.
# bats file_tags=slow
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers
load ptx

setup() {
    needs_nvcc
    export BUILD=build/quick QUICK=1 # as `make test` has built it
}

@test "programs of every kind of instruction are right by nvcc's PTX" {
    programs_by_ptx 75 atomics barriers half lock pipeline symbols vector_types
    programs_by_ptx 80 warp_ops bfloat16 pipeline
}

@test "memory that was never written is named by line, status 1; an address outside ends the kernel" {
    cat >"$scratch/a.cu" <<'END'
#include <stdio.h>
__global__ void k(float *a, const float *b, int n, int wide)
{
    __shared__ float s[64];
    int i = threadIdx.x;
    if (i < n)
        s[i] = b[i];
    __syncthreads();
    a[i + wide] = s[i];
}
int main(int argc, char **)
{
    float *a, *b;
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    cudaMemset(b, 0, 256);
    k<<<1, 64>>>(a, b, argc == 2 ? 60 : 64, argc == 3 ? 1 : 0);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
END
    try common/ptx.sh "$scratch/a.cu"
    check "all is well: status 0" [ "$status$out$err" = "0no error" ]
    exits 1 common/ptx.sh "$scratch/a.cu" one
    check "one line" [ "$err" = "ptx: a.cu:9: reads shared memory that was never written" ]
    try common/ptx.sh "$scratch/a.cu" -- one two
    check "an error of CUDA's" [ "$out" = "an illegal memory access was encountered" ]
    check "with kernel, thread and line" grep -q \
        'kernel k, launched at .*a.cu:17: block (0,0,0), thread (63,0,0): a.cu:9: write of 4 bytes' <<<"$err"
}

@test "an assert that fails is CUDA's error, and no finding; a program without exceptions is linked" {
    cat >"$scratch/a.cu" <<'END'
#include <assert.h>
__global__ void k(int n) { assert(threadIdx.x < n); }
int main() { k<<<1, 32>>>(8); return cudaDeviceSynchronize() != cudaErrorAssert; }
END
    exits 0 common/ptx.sh "$scratch/a.cu"
    check "the expression on stderr" grep -q 'a.cu:2: .*Assertion .threadIdx.x < n. failed' <<<"$err"
    programs_by_ptx 80 hello errors_assert braces
}

@test "what is not known is no pass: status 3, named; nor is bad usage, or a machine without nvcc" {
    cat >"$scratch/a.cu" <<'END'
__global__ void k(int *p)
{
    asm volatile("frobnicate.b32 %0;" : "=r"(*p));
}
int main() { int *p; cudaMalloc(&p, 8); k<<<1, 1>>>(p); cudaDeviceSynchronize(); }
END
    exits 3 common/ptx.sh "$scratch/a.cu"
    check "it is named" [ "$err" = "ptx: frobnicate.b32 is not known" ]
    sed -i 's/frobnicate.b32 %0;/mov.u32 %0, %%envreg1;/' "$scratch/a.cu"
    try common/ptx.sh "$scratch/a.cu"
    check "a register is named: status 3" [ "$status$err" = "3ptx: %envreg1 is not known" ]
    for words in '' lab99 labx wrong/lab01/nobody \
        --nothing "$scratch/none.cu" '--json' "--json $scratch/json $scratch/a.cu"; do
        # shellcheck disable=SC2086 # none, or one word
        exits 2 common/ptx.sh $words
        check "$words: one line" one_line "$err"
    done
    exits 2 env PATH="$(path_without_cuda)" common/ptx.sh lab01
    check "no nvcc: one line" [ "$(wc -l <<<"$err")" -eq 1 ]
    check "that names it" grep -q 'there is no nvcc' <<<"$err"
}

@test "traffic as PTX asks is what the CPU device counts, where the code asks the same" {
    exits 0 common/ptx.sh --traffic --json "$scratch/ptx" solution02
    check "it says whose numbers these are" contains "$out" 'as PTX asks'
    try env BUILD=build/quick/traffic common/traffic.sh --json "$scratch/gcc" solution02
    check "and so it does on the CPU device" [ "$status" -eq 0 ]
    for json in ptx gcc; do
        tr -d '\n' <"$scratch/$json" | sed 's/{"file"/\n&/g' | grep -o '"line":.*"sectors":[0-9]*' |
            sort >"$scratch/$json.lines"
    done
    check "seven lines" [ "$(wc -l <"$scratch/ptx.lines")" -eq 7 ]
    check "the same requests and sectors in each" cmp "$scratch/ptx.lines" "$scratch/gcc.lines"
}

# The launcher takes the large tiles only for products that are too large for an interpreter.
@test "the answer on tensor cores is right in every tile shape, by copies of sm_75 and sm_80; not without a wait" {
    cp tests/ptx/tensor_tiles.cu solutions/resnet_layers.cu lab06_resnet_layers/resnet_layers.h "$scratch"
    mkdir "$scratch/common" && cp common/cuda_check.h "$scratch/common"
    local arch
    for arch in 75 80; do
        try env ARCH=$arch common/ptx.sh "$scratch/tensor_tiles.cu"
        check "sm_$arch" [ "$status$out$err" = 0ok ]
    done
    sed -i 's/__pipeline_wait_prior(0);/__pipeline_wait_prior(1);/' "$scratch/resnet_layers.cu"
    try env ARCH=80 common/ptx.sh "$scratch/tensor_tiles.cu"
    check "who waits for too little reads what was there before" shows 'C.[0-9]*..[0-9]*. is'
}

# Rows of 80 bytes, of which 64 are stored: 8 threads store words 0 to 15 and 20 to 35, two wavefronts in place of one.
@test "a copy of cp.async counts as a load and a store, as on the CPU device" {
    cat >"$scratch/a.cu" <<'END'
#include <cuda_pipeline.h>
__global__ void k(float *y, const float *x)
{
    __shared__ float4 rows[8][5];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&rows[t / 4][t % 4], &x[4 * t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    y[t] = rows[t / 4][t % 4].x;
}
int main()
{
    float *a;
    cudaMalloc(&a, 1024);
    cudaMemset(a, 0, 1024);
    k<<<1, 32>>>(a + 128, a);
    return cudaDeviceSynchronize();
}
END
    exits 0 env ARCH=80 common/ptx.sh --traffic --json "$scratch/ptx" "$scratch/a.cu"
    check "a load of 16 sectors" shows '^  a.cu:6 +load +global +1 +512 +16.00 +16.00 '
    check "a store with 4 conflicts" shows '^  a.cu:6 +store +shared +1 +512 +- +- +4.00'
    try env BUILD=build/quick/traffic common/traffic.sh --json "$scratch/gcc" "$scratch/a.cu"
    for json in ptx gcc; do
        tr -d '\n' <"$scratch/$json" | sed 's/{"file"/\n&/g' |
            grep -o '"line":6,.*"bank_conflicts_per_request":[0-9]*' |
            sort >"$scratch/$json.lines"
    done
    check "two lines" [ "$(wc -l <"$scratch/ptx.lines")" -eq 2 ]
    check "the same on the CPU device" cmp "$scratch/ptx.lines" "$scratch/gcc.lines"
}
