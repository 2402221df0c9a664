#!/usr/bin/env bats
# make sass03: what nvcc made of a program's kernels. The report on saved text needs no nvcc; what nvcc 13.0 makes of
# the answers stands in tests/sass/facts.csv. Occupancy and loops alone: tests/unit/test_occupancy.c, test_sass_loops.c.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers
load sass

setup() {
    in_root
    export BUILD=build/quick QUICK=1 # as `make test` has built it
}

# report <options and words of sass_report>: on the saved text of tests/sass/saved/saved.cu, as if ptxas had said this.
report() {
    quick build/quick/sass_report
    mkdir -p "$scratch/75"
    cp tests/sass/saved/1.sass "$scratch/75"
    cat >"$scratch/75/1.log" <<'END'
ptxas info    : Compiling entry function '_Z4sumsPf' for 'sm_75'
    48 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 80 registers, used 1 barriers, 48 bytes cumulative stack size, 4 bytes smem, 360 bytes cmem[0]
ptxas info    : Compiling entry function '_Z6joinedPfi' for 'sm_75'
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers, 512 bytes smem, 360 bytes cmem[0]
END
    printf '%s\t%s\t%s\n' version gpu_ex11 'n = 1000' >"$scratch/launches"
    printf 'launch\t%s\t%s\t%s\t%s\n' _Z6joinedPfi '50 2 1' '64 4 1' 20000 _Z6joinedPfi '50 2 1' '64 4 1' 20000 \
        elsewhere '1 1 1' '1 1 1' 0 >>"$scratch/launches"
    try build/quick/sass_report "$@"
}

@test "what nvdisasm and ptxas said becomes a report: registers, spills, occupancy, waves, lines, JSON" {
    gives 0 report --json "$scratch/json" 'nvcc 13.0' reference/cards.csv "$scratch/launches" 75 t4 "$scratch/75"
    check "the card" \
        shows '^as nvcc 13.0 compiles for sm_75, on a card as the Tesla T4: 40 multiprocessors of capability 7.5$'
    local spills='local memory 48 bytes a thread; spills: 12 bytes stored, 16 loaded'
    check "spills" shows "registers 80 a thread; shared memory 4 bytes a block; $spills\$"
    check "a kernel that was not launched" shows 'grid are not known: the run did not launch it$'
    check "as if of 256 threads" \
        shows '^  256 threads a block: 3 blocks a multiprocessor, 24 of 32 warps .75 %.; limited by registers$'
    check "none" shows 'registers 24 a thread; shared memory 512 bytes a block; no spills$'
    check "dynamic shared memory" \
        shows '256 threads a block, 20000 bytes of dynamic shared memory: 3 blocks .*; limited by shared memory$'
    check "twice the same launch; 100 blocks in 0.83 waves, none idle" \
        shows '^  gpu_ex11   n = 1000 +100 x 256 +0.83 +0.0  2 times$'
    check "a loop" shows 'loop 1 at saved.cu:24: [0-9]+ instructions a trip'
    check "widths" shows 'saved.cu:16 +- +[0-9]+ .*  1 shared load 128, 1 global store 32$'
    check "a bound is called one" shows '^    bound: a warp of each scheduler takes at least'
    check "a T4's shared memory limits it" shows \
        'at least 16 clocks a trip, by its shared memory and L1 .issue slots 9, FMA pipe 2, shared memory and L1 16.$'
    check "whose rate is named" shows '^Shared memory and L1 deliver 64 bytes in a clock[.]$'
    check "JSON" python3 -c "
import json
one = json.load(open('$scratch/json'))['compiled'][0]
assert (one['arch'], one['card']) == (75, 't4')
sums, joined = sorted(one['kernels'], key=lambda k: k['registers'], reverse=True)
assert (sums['kernel'], sums['registers'], sums['spill_stores'], sums['spill_loads'], sums['local']) \
    == ('sums', 80, 12, 16, 48)
launch = joined['launches'][0]
assert (launch['blocks'], launch['limit'], launch['waves'], launch['idle']) == (3, 'shared memory', 0.8333, 0)
assert {'access': 'load', 'space': 'shared', 'bits': 128, 'count': 1} in joined['accesses']
assert sum(line['instructions'] for line in sums['lines']) > 10 and sums['loops'][0]['innermost']"
    try build/quick/sass_report --launched 'nvcc 13.0' reference/cards.csv "$scratch/launches" 75 - "$scratch/75"
    check "no card: no waves" shows '^  gpu_ex11 .* - +- +2 times$'
    check "and said" shows 'cards.csv has no card of capability 7.5, so waves are not known$'
    check "one kernel" [ "$(grep -c '^kernel' <<<"$out")" -eq 1 ]
    try build/quick/sass_report 'nvcc 13.0' reference/cards.csv - 80 a100 "$scratch/75"
    check "an A100's, twice as fast, does not" \
        shows 'at least 9 clocks a trip, by its issue slots .issue slots 9, FMA pipe 2, shared memory and L1 8.$'
    try build/quick/sass_report 'nvcc 13.0' reference/cards.csv - 75 t4 "$scratch/75" 75 a100 "$scratch/75"
    check "side by side, not run" shows '^  75 +80 +4 +28 +256[?] +3 +75  registers +[|]'
    check "a row for each" [ "$(grep -c '^  75 ' <<<"$out")" -eq 4 ]
    try build/quick/sass_report 'nvcc 13.0' reference/cards.csv - 75 t5 "$scratch/75"
    check "no such card: status 1" [ "$status$err" = "1sass_report: sm_75, card t5: not known" ]
    echo broken >"$scratch/75/1.sass"
    exits 1 build/quick/sass_report 'nvcc 13.0' reference/cards.csv - 75 t4 "$scratch/75"
    check "one line" one_line "$err"
}

# bats test_tags=slow
@test "make sass: what is wrong gets one line that says what would be right, status 2" {
    mkdir "$scratch/tools"
    printf '#!/bin/sh\ncase $1 in --list-gpu-arch) printf "compute_%%s\\n" 75 80 86 90 ;; esac\n' >"$scratch/tools/nvcc"
    printf '#!/bin/sh\n' >"$scratch/tools/nvdisasm"
    chmod +x "$scratch"/tools/*
    local without
    without=$(path_without_cuda)
    refused() { # refused <words> <command...>
        exits 2 "${@:2}"
        check "$1: named" grep -q -e "$1" <<<"$err"
        check "$1: one line, and make's own" [ "$(grep -c -v '^make' <<<"$err")" -le 1 ]
    }
    refused 'there is no no-nvcc; from PyPI: pip install nvidia-cuda-nvcc.* nvidia-cuda-nvdisasm' env PATH="$without" \
        NVCC=no-nvcc make sass03
    local PATH=$scratch/tools:$without
    refused 'there is no my-nvdisasm; from PyPI: pip install nvidia-cuda-nvdisasm' env NVDISASM=my-nvdisasm make sass03
    refused 'ARCH=42: this nvcc makes code for 75 80 86 90$' make sass03 ARCH=42
    refused 'ARCH=x: this nvcc' make sass03 ARCH='80 x'
    refused 'CARD=t5: there is no such card; there are t4 .* b200$' make sass03 CARD=t5
    refused 'ARCH=75 CARD=a100: that card runs code for 80; cards for 75: t4$' make sass03 ARCH=75 CARD=a100
    refused 'ARCH=86 CARD=a100: that card runs code for 80$' make sass03 ARCH=86 CARD=a100
    refused 'CARD=b200.*\|ARCH=100: this nvcc makes code for' make sass03 CARD=b200
    refused 'JSON=\|Makefile: is there and is no report' make sass03 JSON=Makefile
    check "and the Makefile is as it was" grep -q '^help:' Makefile
    refused 'ONLY=ex99: lab03 has no such version' make sass03 ONLY=ex99
    refused 'nothing.cu: there is no such file' make sass FILE=nothing.cu
    refused 'say which program' make sass
    refused 'lab99: there is no such lab' common/sass.sh lab99
    refused '--jason: there is no such option' common/sass.sh --jason x lab03
}

# bats test_tags=slow
@test "make sass FILE=my.cu: arguments, definitions, several files, templates, dynamic shared memory; ARCH and CARD" {
    needs_nvdisasm
    cat >"$scratch/main.cu" <<'END'
#include <stdlib.h>
void launch(float *x, int blocks);
int main(int argc, char **argv)
{
    float *x;
    cudaMalloc(&x, 4096);
    launch(x, atoi(argv[argc - 1]));
    cudaDeviceSynchronize();
    return 3;
}
END
    cat >"$scratch/part.cu" <<'END'
template <int n> __global__ void __launch_bounds__(96) apart(float *x) {
    extern __shared__ float s[]; s[threadIdx.x] = x[0]; x[n * threadIdx.x] = s[0]; }
template __global__ void apart<7>(float *x);
void launch(float *x, int blocks) { apart<N><<<blocks, dim3(16, 2), 10000>>>(x); }
END
    exits 0 make sass CARD=h200 FILE="$scratch/main.cu $scratch/part.cu" DEFINES=-DN=4 ARGS="x 200" JSON="$scratch/json"
    check "for the card" shows 'compiles for sm_90, on a card as the H200 SXM: 132 multiprocessors'
    check "both instances" [ "$(grep '^kernel' <<<"$out" | sort | tr '\n' ' ')" = 'kernel apart<4> kernel apart<7> ' ]
    check "as launched" shows '^  32 threads a block, 10000 bytes of dynamic shared memory: 20 blocks'
    check "in one wave" shows '^  - +200 x 32 +0.08 +0.0$'
    check "not launched: as its bounds say" shows '^  96 threads a block: '
    check "JSON" python3 -c "import json; kernels = json.load(open('$scratch/json'))['compiled'][0]['kernels']
assert [k['launches'][0].get('dynamic') for k in kernels if k['kernel'] == 'apart<4>'] == [10000]"
    echo '__global__ void k(float *x) { asm("mov.u32 %0, %laneid;" : "=f"(*x)); } not_known()' >"$scratch/wrong.cu"
    exits 2 make sass FILE="$scratch/wrong.cu"
    check "nvcc says why" contains "$err" 'wrong.cu(1): error'
    echo '__global__ void k(float *x) { *x = 1; }' >"$scratch/no_main.cu"
    exits 0 make sass FILE="$scratch/no_main.cu" ARCH=86
    check "said" shows 'not known: the program was not run$'
    check "and why" contains "$err" 'it does not build for the CPU device'
    check "no card of 8.6" shows '^as nvcc .* for sm_86; reference/cards.csv has no card of capability 8.6'
}

# bats test_tags=slow
@test "make sass03, make sass01: what nvcc 13.0 makes of the answers for sm_75 and sm_90 is as facts.csv has it" {
    needs_nvdisasm
    exits 0 tests/sass/facts.py compare --arch 75,90 solution01 solution03
    check "seven kernels on two GPUs, or another nvcc" shows '^280 facts, 0 differ$|no verdict$'
}

# bats test_tags=slow
@test "what differs from facts.csv is named; another nvcc is no verdict" {
    needs_nvdisasm
    sed 's/\(matmul_tiled_v1_kernel,75\),[0-9]*,/\1,99,/' tests/sass/facts.csv >"$scratch/facts.csv"
    try env FACTS="$scratch/facts.csv" tests/sass/facts.py compare --arch 75 solution03
    if nvcc --version | grep -q 'release 13.0'; then
        check "another number: status 1" [ "$status" -eq 1 ]
    fi
    check "named" shows '^solution03 matmul_tiled_v1_kernel sm_75: registers is 37, was 99$'
    sed -i '1s/nvcc [0-9.]*/nvcc 11.2.1/' "$scratch/facts.csv"
    exits 0 env FACTS="$scratch/facts.csv" tests/sass/facts.py compare --arch 75 solution03 # another nvcc: no verdict
    check "said" shows '^facts.csv is of nvcc 11.2.1, this is nvcc .*: no verdict$'
}

# bats test_tags=slow
@test "make sass03: exercise 3.2 on two cards, as the page on occupancy quotes it" {
    needs_nvdisasm
    nvcc --version | grep -q 'release 13.0' || skip "the page quotes nvcc 13.0"
    local card language
    for card in t4 h200; do
        exits 0 make sass03 SOLUTION=1 ONLY=ex32 CARD=$card
        out=$(sed -n '/^kernel matmul_tiled_ex32_kernel$/,/^  gpu_ex32/p' <<<"$out")
        check "$card: blocks and waves" shows '^  gpu_ex32 '
        for language in en es; do
            check "$card: $language" quotes handouts/$language/occupancy.md "$out"
        done
    done
}

# bats test_tags=slow
@test "make sass: labs as the manual shows them; several GPUs; ARGS; each version at its size on a GPU" {
    needs_nvdisasm
    exits 0 make sass03 ONLY=v1
    check "one kernel" [ "$(grep -c '^kernel' <<<"$out")" -eq 1 ]
    if nvcc --version | grep -q 'release 13.0'; then
        check "as the manual quotes it" \
            quotes handouts/en/manual.md "$(sed -n '/^kernel matmul_tiled_v1_kernel$/,/busy at most/p' <<<"$out")"
    fi
    exits 0 make sass06 SOLUTION=1 CUDA_ARCH='75 8.0' ONLY=ex62,ex63 ARGS='--dtype f16 --batch 8' JSON="$scratch/json"
    check "side by side" [ "$(grep -c '^  80 ' <<<"$out")" -ge 2 ]
    check "layers of the batch" python3 -c "
import json
kernels = json.load(open('$scratch/json'))['compiled'][1]['kernels']
shapes = {l['shape'] for k in kernels for l in k['launches'] if l['version'] == 'gpu_ex62'}
assert len(shapes) == 20 and any('100352, 64, 147' in s for s in shapes), shapes"
    try make sass05 SOLUTION=1 ONLY=ex52
    check "launches in chunks" shows '^  gpu_ex52 +n = 16777216.* 16 times$'
    exits 2 make sass01 ARGS=--nothing
    check "named" contains "$err" '--nothing: no such option'
}
