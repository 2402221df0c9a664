#!/usr/bin/env bats
# Lab 4's own promises: its columns, an error that falls as 1/sqrt(n), and one number of hits for
# every grid and every number of threads.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # awk has $1; helpers.bash sets root, out, ...

load helpers

setup() {
    in_root
    built lab04 solution04
}

# rows <arguments of lab04>: the rows of its CSV, without a header, in $out.
rows() {
    exits 0 build/quick/lab04 --quick --csv "$scratch/x.csv" "$@"
    out=$(sed '/^#/d; /^lab,/d' "$scratch/x.csv")
}

# bats test_tags=slow
@test "lab04: its columns follow the common ones and say what they should" {
    rows --size 1000000
    check "the header" grep -q ',verdict,doubt,bound_ms,pi,abs_error,std_error,gsamples_s$' "$scratch/x.csv"
    check "every row" [ "$(wc -l <<<"$out")" -ge 10 ]
    # 20 pi, 21 abs_error, 22 std_error, 23 gsamples_s; 6 size, 11 median_ms
    check "the values" awk -F , '
        function off(a, b) { return a > b ? a - b : b - a }
        NF != 23 { exit 1 }
        off($20, 3.14159265359) > 4 * $22 { exit 1 }
        off(off($20, 3.14159265359), $21) > 1e-3 * $21 + 1e-11 { exit 1 }
        off($22, 1.64210 / sqrt($6)) > 1e-3 * $22 { exit 1 }
        off($23, $6 / $11 / 1e6) > 1e-3 * $23 { exit 1 }' <<<"$out"
}

@test "lab04: the number of hits is the one that Philox gives, at any seed" {
    # counted by another program, in NumPy: 15,705,334 hits
    rows --only cpu_serial --size 20000000 --seed 1
    check "20,000,000 samples of seed 1" [ "$(cut -d , -f 20 <<<"$out")" = 3.1410668 ]
    one=$(rows --only cpu_serial --size 999999 --seed 5 && cut -d , -f 20 <<<"$out")
    two=$(rows --only cpu_serial --size 999999 --seed 6 && cut -d , -f 20 <<<"$out")
    check "seeds differ" [ "$one" != "$two" ]
}

# bats test_tags=slow
@test "lab04: a hundred times the samples, a tenth of the error" {
    local seed
    for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
        rows --only cpu_openmp --seed $seed --sizes 10000,1000000
        cut -d , -f 6,21 <<<"$out" >>"$scratch/errors"
    done
    out=$(awk -F , '{ sum[$1] += $2 * $2 } END { print sqrt(sum[10000] / sum[1000000]) }' \
        "$scratch/errors")
    check "about 10, of 12 seeds" awk '{ exit !($1 > 5 && $1 < 20) }' <<<"$out"
}

# bats test_tags=slow
@test "lab04: a sweep ends with the error against the number of samples" {
    exits 0 build/quick/lab04 --sweep --samples 1 --min-time 0 --only cpu_openmp
    check "a line per size" [ "$(grep -c -E '^ +[0-9]+ +[23]\.[0-9]{10} ' <<<"$out")" -eq 8 ]
    check "the slope" shows 'the error falls as n\^-0\.[0-9]+; expected n\^-0\.5'
    try build/quick/lab04 --sizes 1024,2048 --samples 1 --min-time 0 --only gpu_v1
    check "nothing about all cores, which were not measured" lacks "$out" "all cores took less"
    try build/quick/lab04 --sizes 1024,2048 --samples 1 --min-time 0 --only cpu_openmp,gpu_v1
    check "beside a bound" shows '^all cores took less than the bound up to n = .*; 0: at no size$'
}

# bats test_tags=slow
@test "lab04: the answers count the same for every number of threads" {
    local threads
    for threads in 1 3; do
        exits 0 env OMP_NUM_THREADS=$threads build/quick/solution04 --quick --size 1234567 --samples 1 --min-time 0
        check "all versions" [ "$(grep -c -E '^(cpu|gpu)_[a-z0-9]+ +ok ' <<<"$out")" -eq 6 ]
    done
}

@test "lab04: versions that need a toolkit say so" {
    try build/quick/lab04 --quick
    check "curand" shows '^curand +skip +needs a GPU and cuRAND'
    check "cub" shows '^cub +skip +needs a GPU and CUB'
}

# mutant <sed expression>: the lab with another generator in the header that kernels include, and the
# reference as well; cpu_serial has a Philox of its own.
mutant() {
    sed "$1" "$root/lab04_pi_montecarlo/pi_montecarlo.h" >lab04_pi_montecarlo/pi_montecarlo.h
    built lab04
    try build/quick/lab04 --quick --size 4000000 --only cpu_serial
    check "status ${2:-1}" [ "$status" -eq "${2:-1}" ]
}

# bats test_tags=slow
@test "lab04: a generator that is biased, or repeats, is noticed though kernels and reference agree" {
    kit_of "$scratch" lab04
    cd "$scratch" || return
    mutant '' 0
    mutant 's/pi_inside(words.x, words.y)/pi_inside(words.x, words.y - words.y \/ 64)/'
    check "biased" shows '^cpu_serial +WRONG +n = [0-9]+: [0-9]+ hits, expected [0-9]+ \(-'
    mutant 's/(unsigned int)pair,/(unsigned int)pair % 4096,/'
    check "repeats" shows '^cpu_serial +WRONG +n = [0-9]+: [0-9]+ hits, expected [0-9]+ \([+-]'
}

# A CUB whose count of items is an int, as before CUDA 12.1, and that refuses more than a piece.
stub_of_cub() {
    cat >"$scratch/libraries.h" <<'END'
#pragma once
namespace cub
{
template <class In> __global__ void add_up(In in, unsigned long long *out, int n)
{
    *out = 0;
    for (int i = 0; i < n; i++)
        *out += in[i];
}
struct DeviceReduce {
    template <class In>
    static cudaError_t Sum(void *scratch, size_t &bytes, In in, unsigned long long *out, int n)
    {
        bytes = 256;
        if (n < 1 || n > PI_CUB_PIECE)
            return cudaErrorInvalidValue;
        if (scratch)
            add_up<<<1, 1>>>(in, out, n);
        return cudaGetLastError();
    }
};
}
namespace thrust
{
template <class F> struct computed {
    unsigned long long first;
    F f;
    __host__ __device__ unsigned long long operator[](int i) const { return f(first + i); }
};
inline unsigned long long make_counting_iterator(unsigned long long first) { return first; }
template <class F> computed<F> make_transform_iterator(unsigned long long first, F f) { return { first, f }; }
}
struct curandStatePhilox4_32_10_t {};
__device__ inline void curand_init(count, int, count, curandStatePhilox4_32_10_t *) {}
__device__ inline uint4 curand4(curandStatePhilox4_32_10_t *) { return {}; }
END
    sed '/^#include <c[a-z_/]*\(reduce\|kernel\)/d; s/^#include <thrust.*iterator.h>/#include "libraries.h"/' \
        lab04_pi_montecarlo/pi_libraries.cu >"$scratch/pi_libraries.cu"
}

# bats test_tags=slow
@test "lab 4: CUB adds up pieces that an int can count: eight pairs here, 2^30 on a GPU" {
    stub_of_cub
    cat >"$scratch/pieces.cu" <<'END'
#include <stdio.h>
#include <stdlib.h>
#define asm(...) both = (unsigned long long)a * b /* PTX, in wide_product() */
#include "pi_montecarlo.h"
#undef asm
#include "pi_libraries.cu"
void cuda_check(cudaError_t error, const char *call, const char *, int)
{
    if (error)
        printf("%s: %s\n", call, cudaGetErrorString(error)), exit(1);
}
int main()
{
    count *d_hits;
    cudaMalloc((void **)&d_hits, 2 * sizeof(*d_hits));
    for (long long n : { 1, 15, 16, 17, 18, 31, 32, 33, 100, 127 }) {
        struct problem p = {};
        count hits[2], want = 0;
        cudaMemset(d_hits, 7, 2 * sizeof(*d_hits));
        p.n = n, p.seed = 5, p.c.u64 = d_hits;
        pi_cub(&p);
        cudaMemcpy(hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost);
        for (count pair = 0; pair < pi_pairs(n); pair++)
            want += pi_hits(pair, n, 5);
        if (hits[0] != want || hits[1] != 0x0707070707070707)
            printf("n = %lld: %llu hits, not %llu\n", n, hits[0], want), exit(1);
    }
    puts("all right");
}
END
    try make -s QUICK=1 run FILE="$scratch/pieces.cu" \
        DEFINES="-DBUILT_FOR_GPU -DPI_CUB_PIECE=8 -I. -Ilab04_pi_montecarlo -I$scratch"
    check "the sums are right" contains "$out" "all right"
}

# bats test_tags=slow
@test "lab 4: seconds in which the CPU counts for a comparison are no silence, on a terminal" {
    needs_terminal
    try script -qec \
        "build/quick/lab04 --size $(((1 << 28) + 1)) --samples 1 --min-time 0 --seed 1 --only cpu_openmp" /dev/null
    check "it says what it does" contains "$out" "the CPU counts the hits of 268435457 samples, to compare ..."
    rows --samples 1 --only cpu_serial
    check "elsewhere it says nothing" [ -z "$err" ]
}
