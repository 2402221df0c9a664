#!/usr/bin/env bats
# A lab with nvcc. Needs no GPU: nothing is run on one. tests/long/nvcc.bats has all of them.
# shellcheck disable=SC2154 # helpers.bash sets status, out and err

load helpers

setup() {
    needs_nvcc
}

# bats test_tags=slow
@test "nvcc builds a lab for a GPU that is not here; it says in one line that there is none, status 4" {
    exits 0 make --no-print-directory -j2 DEVICE=cuda CUDA_ARCH=80 OPTIMISE=-O1 BUILD=build/nvcc80 build/nvcc80/lab01
    check "nothing on stderr" [ -z "$err" ]
    ! nvidia-smi -L 2>/dev/null | grep -q GPU || skip "there is a GPU here"
    exits 4 build/nvcc80/lab01 --csv "$scratch/x.csv"
    check "one line" one_line "$err"
    check "no CSV" [ ! -e "$scratch/x.csv" ]
    exits 0 build/nvcc80/lab01 --help # --help needs no GPU
}

@test "a program of nvcc sees that nobody counts its calls" {
    cat >"$scratch/a.cu" <<'END'
#include <stdio.h>
#include "common/cpu_device/include/observe.h"
int main(void) { puts(cpu_device_counts ? "counted" : "not counted"); }
END
    nvcc -I. "$scratch/a.cu" -o "$scratch/a"
    try "$scratch/a"
    check "it is built, and says so" [ "$out" = "not counted" ]
}

@test "a lab's file without a kernel is compiled once, for the host; one with a kernel, or that includes one, is not" {
    kit_of "$scratch" lab05
    cd "$scratch" || return
    echo '#include "k.cuh"' >lab05_transfers/mine.cu
    try make -n DEVICE=cuda CUDA_ARCH=80 BUILD=build/x build/x/lab05
    check "host" shows 'nvcc .*-x c\+\+ .*-c lab05_transfers/copies\.cu'
    check "kernels" shows 'nvcc .*-c lab05_transfers/transfers\.cu'
    check "as CUDA" shows_no -e '-x c\+\+ .*-c lab05_transfers/(transfers|mine)\.cu'
    check "mine" shows 'nvcc .*-c lab05_transfers/mine\.cu'
}
