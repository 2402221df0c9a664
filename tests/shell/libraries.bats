#!/usr/bin/env bats
# cuBLAS, cuRAND and Thrust for programs on the CPU device: common/libraries.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    cd "$root" || return
    scratch=$(mktemp -d)
}

teardown() {
    rm -rf "$scratch"
}

# runs <file.cu> [options]: builds it as the other tests have built the runtime, and runs it.
runs() {
    quick build/quick/rewrite build/quick/cpu_device.a build/quick/precompiled.h.gch
    try env CUCC_IN_MAKE=1 BUILD=build/quick common/cpu_device/cucc -O1 -march=native -g0 "$@" -o "$scratch/program"
    check "it builds" [ "$status" -eq 0 ]
    try timeout 60 "$scratch/program"
}

needs_openblas() {
    python3 -c 'import ctypes; ctypes.CDLL("libopenblas.so.0")' 2>/dev/null || skip "no OpenBLAS: ./setup.sh --tests"
}

@test "cuBLAS: every function and every transposition" {
    needs_openblas
    runs tests/programs/cublas.cu -lcublas # as nvcc wants it
    check "right" [ "$status" -eq 0 ]
    check "a fault names the argument" contains "$err" "CPU device: cublasSscal: x, 68 bytes at"
}

@test "cuBLAS without OpenBLAS: one line that says what to install" {
    local name
    for name in libopenblas.so.0 libopenblas.so libopenblasp.so.0; do
        echo "no library" >"$scratch/$name"
    done
    runs tests/check/bugs/uninit_cublas.cu
    try env LD_LIBRARY_PATH="$scratch" "$scratch/program"
    check "status 2" [ "$status" -eq 2 ]
    check "one line" [ "$err" = "CPU device: cuBLAS needs OpenBLAS here: apt-get install libopenblas0" ]
    check "and nothing else" [ -z "$out" ]
}

@test "a program that uses no library is linked with none" {
    runs tests/check/bugs/bounds_sizeof.cu
    try nm "$scratch/program"
    check "nothing of cuBLAS" lacks "$out" cublas
    check "nothing of cuRAND" lacks "$out" curand
    check "nothing of OpenBLAS" lacks "$(ldd "$scratch/program")" openblas
}
