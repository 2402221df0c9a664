#!/usr/bin/env bats
# cuBLAS, cuRAND and Thrust for programs on the CPU device: common/libraries.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers

# runs <file.cu> [options]: builds it as the other tests have built the runtime, and runs it.
runs() {
    quick build/quick/{rewrite,cpu_device.a,libraries.a,precompiled.h.gch}
    exits 0 env CUCC_IN_MAKE=1 BUILD=build/quick common/cpu_device/cucc -O1 -march=native -g0 "$@" -o "$scratch/program"
    try timeout 60 "$scratch/program"
}

needs_openblas() {
    python3 -c 'import ctypes; ctypes.CDLL("libopenblas.so.0")' 2>/dev/null || skip "no OpenBLAS: ./setup.sh --tests"
}

@test "cuBLAS: every function and every transposition" {
    needs_openblas
    runs tests/programs/cublas.cu -lcublas # as nvcc wants it
    check "right" [ "$status$out$err" = 0 ]
}

@test "cuBLAS without OpenBLAS: one line that says what to install" {
    local name
    for name in libopenblas.so.0 libopenblas.so libopenblasp.so.0; do
        echo "no library" >"$scratch/$name"
    done
    runs tests/check/bugs/uninit_cublas.cu
    exits 2 env LD_LIBRARY_PATH="$scratch" "$scratch/program"
    check "one line" [ "$err" = "CPU device: cuBLAS needs OpenBLAS here: apt-get install libopenblas0" ]
    check "and nothing else" [ -z "$out" ]
}

@test "cuRAND on the host: the library's numbers" {
    runs tests/programs/curand.cu -lcurand
    check "right" [ "$status$out" = 0 ]
    check "another generator is refused by number" [ "$err" = \
        "CPU device: cuRAND's generator 7 is not available; there are XORWOW (101) and Philox4_32_10 (161)" ]
}

@test "cuRAND in kernels: a mean of Poisson numbers that is not known ends the kernel" {
    cat >"$scratch/a.cu" <<'END'
#include <curand_kernel.h>
__global__ void k(unsigned *x)
{
    curandState s;
    curand_init(1, 0, 0, &s);
    *x = curand_poisson(&s, 100);
}
int main()
{
    unsigned *x;
    cudaMalloc(&x, sizeof *x);
    k<<<1, 1>>>(x);
    return cudaDeviceSynchronize() == cudaErrorNotSupported ? 0 : 1;
}
END
    gives 0 runs "$scratch/a.cu" # an error of CUDA's
    check "in one line" contains "$err" "curand_poisson with a mean from 64 to 4000 is not available on the CPU device"
}

# same_numbers <file> <file>: lines with = are the same, numbers in those with ~ nearly so.
same_numbers() {
    [ "$(grep -c '^[=~]' "$1")" -gt 500 ] && cmp <(grep '^=' "$1") <(grep '^=' "$2") &&
        paste -d ' ' <(grep '^~' "$1") <(grep '^~' "$2") | awk '
            { for (i = 1; i <= NF / 2; i++) {
                  a = $i; b = $(i + NF / 2); far = a - b; far = far < 0 ? -far : far
                  if (a != b && !(far <= 2e-6 * (1 + (a < 0 ? -a : a)))) { print a " and " b; bad = 1 } } }
            END { exit bad || !NR }'
}

@test "the comparison of numbers can fail" {
    for i in $(seq 600); do printf '= %d\n~ 1.5 %d.5\n' "$i" "$i"; done >"$scratch/a"
    sed 's/^~ 1.5/~ 1.500001/' "$scratch/a" >"$scratch/b"
    same_numbers "$scratch/a" "$scratch/b"
    for change in 's/^= 17$/= 18/' 's/ 17.5$/ 17.5001/' 's/^~ 1.5 17.5$/~ 1.5/'; do
        sed "$change" "$scratch/a" >"$scratch/b"
        try same_numbers "$scratch/a" "$scratch/b"
        check "$change" [ "$status" -ne 0 ]
    done
}

# bats test_tags=slow
@test "cuRAND in kernels: the numbers of NVIDIA's header, which nvcc's PTX of it gives" {
    needs_nvcc
    local folder
    folder=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")/include
    [ -e "$folder/curand_kernel.h" ] || skip "this nvcc has no curand_kernel.h"
    runs tests/libraries/curand_device.cu
    printf '%s\n' "$out" >"$scratch/ours"
    quick build/quick/interpreter.a
    runs --nvcc-ptx tests/libraries/curand_device.cu
    printf '%s\n' "$out" >"$scratch/theirs"
    check "nvcc's kernels have run" grep -q precalc_xorwow "$scratch/program"
    out='' # it is long
    check "the same" same_numbers "$scratch/ours" "$scratch/theirs"
}

# bats test_tags=slow
@test "cuRAND on the host: the numbers of NVIDIA's library, in drawn calls" {
    needs_nvcc
    nvcc -w tests/libraries/curand_host.cu -lcurand -o "$scratch/nvidia" 2>"$scratch/said" || skip "no libcurand"
    "$scratch/nvidia" >"$scratch/theirs" || skip "its generators for the host do not run here"
    runs tests/libraries/curand_host.cu
    printf '%s\n' "$out" >"$scratch/ours"
    out='' # it is long
    check "the same" same_numbers "$scratch/ours" "$scratch/theirs"
}

@test "a program that uses no library is linked with none" {
    runs tests/check/bugs/bounds_sizeof.cu
    try nm "$scratch/program"
    check "nothing of cuBLAS" lacks "$out" cublas
    check "nothing of cuRAND" lacks "$out" curand
    check "nothing of OpenBLAS" lacks "$(ldd "$scratch/program")" openblas
}
