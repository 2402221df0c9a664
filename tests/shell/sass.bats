#!/usr/bin/env bats
# Traffic as nvcc builds it: make traffic03 BY=nvcc, and what reads SASS (common/sass). What nvdisasm prints
# is saved in tests/sass/saved, so that most of it needs no nvcc; the reader alone: tests/unit/test_sass.c.
# bats file_tags=slow
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers
load sass

setup() {
    in_root
    export BUILD=build/quick QUICK=1 # as `make test` has built it
}

@test "what nvdisasm printed becomes a table: joined loads with their wavefronts, the rest unknown" {
    quick build/quick/sass_traffic
    cp -r tests/sass/saved "$scratch/saved"
    echo '{"kernels":[' >"$scratch/json" && echo ']}' >>"$scratch/json"
    exits 0 build/quick/sass_traffic "$scratch/saved" 'nvcc 13.0' "$scratch/json"
    check "above the table" shows '^as SASS asks: ptxas for sm_75, nvcc 13.0'
    check "four loads of PTX in one" shows 'saved.cu:16 +load +shared +128 +1 +4 +1 +4.00 +4.00 +0.00$'
    check "what is not joined" shows 'saved.cu:13 +store +shared +32 +1 +1 +4 +1.00 +1.00 +0.00$'
    check "the sums" shows 'shared memory: 5 requests, 8 wavefronts as SASS asks; 8, 20 as PTX asks'
    check "an atomic that is a loop is unknown" shows 'saved.cu:24 +atomic +shared +32 +1 +0 +unknown +- +- +-$'
    check "and so are its loads" shows 'saved.cu:24 +load +shared +32 +1 +0 +unknown'
    check "no sums there" [ "$(grep -c 'as SASS asks;' <<<"$out")" -eq 1 ]
    check "JSON" python3 -c "
import json, sys
rows = json.load(open('$scratch/json'))['sass']
wide = [r for r in rows if r['bits'] == 128]
assert len(wide) == 1 and wide[0]['requests'] == 1 and wide[0]['units'] == 4 and wide[0]['ptx_instructions'] == 4
assert [r['requests'] for r in rows if r['access'] == 'atomic'] == [None]"

    # Whose loads these are is known by line of the PTX: without it, or with another line, nothing is.
    sed -i '/nv_debug_ptx_txt", line 69/d' "$scratch/saved/1.sass"
    try build/quick/sass_traffic "$scratch/saved" 'nvcc 13.0'
    check "not known" shows 'saved.cu:16 +load +shared +128 +1 +0 +unknown'
    cp tests/sass/saved/1.sass "$scratch/saved"
    # Four loads elsewhere: three of them have no neighbours, and who is joined with the wide one is open.
    awk -F '\t' -v OFS='\t' '$2 == 69 { $(NF - 3)++ } 1' tests/sass/saved/counts >"$scratch/saved/counts"
    try build/quick/sass_traffic "$scratch/saved" 'nvcc 13.0'
    check "no neighbours" shows 'saved.cu:16 +load +shared +128 +1 +0 +unknown'
    # A load in a loop of PTX whose one copy stands in none: it was moved out, so it runs less often.
    awk -F '\t' -v OFS='\t' '$2 == 69 { $NF = 1 } 1' tests/sass/saved/counts >"$scratch/saved/counts"
    try build/quick/sass_traffic "$scratch/saved" 'nvcc 13.0'
    check "moved out of a loop" shows 'saved.cu:16 +load +shared +128 +1 +0 +unknown'
    # A load of the same line that ran, and in whose place nothing is found.
    awk -F '\t' -v OFS='\t' '{ print } $2 == 69 { $2 = 999; $(NF - 3)++; print }' tests/sass/saved/counts \
        >"$scratch/saved/counts"
    try build/quick/sass_traffic "$scratch/saved" 'nvcc 13.0'
    check "a lost one" shows 'saved.cu:16 +load +shared +128 +1 +4 +unknown'
    check "and no more than its line" shows 'saved.cu:13 +store +shared +32 +1 +1 +4 '
    echo broken >"$scratch/saved/1.sass"
    exits 1 build/quick/sass_traffic "$scratch/saved" 'nvcc 13.0'
    check "one line" one_line "$err"
}

@test "BY=nvcc: what is wrong gets one line that says what would be right, status 2" {
    mkdir "$scratch/tools"
    printf '#!/bin/sh\ncase $1 in --list-gpu-arch) printf "compute_%%s\\n" 75 80 90 ;; esac\n' >"$scratch/tools/nvcc"
    printf '#!/bin/sh\n' >"$scratch/tools/nvdisasm"
    chmod +x "$scratch"/tools/*
    local without
    without=$(path_without_cuda)
    refused() { # refused <words> <command...>
        exits 2 "${@:2}"
        check "$1: named" grep -q -e "$1" <<<"$err"
        check "$1: one line, and make's own" [ "$(grep -c -v '^make' <<<"$err")" -le 1 ]
    }
    refused 'BY=gcc: must be nvcc' make traffic03 BY=gcc
    refused 'BY=gcc: must be nvcc' make traffic BY=gcc FILE=tests/sass/joins.cu
    refused 'there is no nvcc' env PATH="$without" NVCC=nvcc make traffic03 BY=nvcc
    local PATH=$scratch/tools:$without
    refused 'ARCH=42: this nvcc makes code for 75 80 90$' make traffic03 BY=nvcc ARCH=42
    refused 'ARCH=seventy: this nvcc' make traffic03 BY=nvcc ARCH=seventy
    refused 'JSON=\|Makefile: is there and is no report' make traffic03 BY=nvcc JSON=Makefile
    check "and the Makefile is as it was" grep -q '^help:' Makefile
    refused 'nothing.cu: there is no such file' make traffic BY=nvcc FILE=nothing.cu
    refused 'say which program' make traffic BY=nvcc
    rm "$scratch/tools/nvdisasm"
    mkdir "$scratch/kit" && cp -r --parents common/ptx.sh common/sass common/tools "$scratch/kit" # where no .nvidia is
    refused 'there is no my-nvdisasm' env NVDISASM=my-nvdisasm make traffic03 BY=nvcc
    bare_path
    refused 'there is no nvdisasm, which shows .*make doctor' \
        env PATH="$scratch/tools:$bin" sh "$scratch/kit/common/ptx.sh" --sass lab03
}

@test "where ptxas joins loads and stores: each line of tests/sass/joins.cu is as argued" {
    needs_nvdisasm
    local arch
    for arch in 75 90; do
        exits 0 env ARCH=$arch common/ptx.sh --sass --json "$scratch/json" tests/sass/joins.cu
        exits 0 python3 tests/sass/compare.py tests/sass/joins.cu "$scratch/json"
        check "$arch: and are many" [ "${out% agree}" -ge 13 ]
    done
    # and the comparison sees what is wrong
    sed 's|/. = load 64 1 2 ./|/* = load 64 1 4 */|' tests/sass/joins.cu >"$scratch/joins.cu"
    exits 1 python3 tests/sass/compare.py "$scratch/joins.cu" "$scratch/json" # another number is seen
    check "and named" shows 'load 64 1 2, expected load 64 1 4'
}

@test "make traffic03 BY=nvcc: both tables; joined loads of labs 3 by line, with those of several trips" {
    needs_nvdisasm
    exits 0 make traffic03 BY=nvcc SOLUTION=1 ARCH=sm_75 JSON="$scratch/json"
    check "as PTX asks" shows '^as PTX asks: '
    check "as SASS asks" shows '^as SASS asks: ptxas for sm_75, nvcc [0-9.]+; shared memory'
    check "v1 reads 4 floats of A at once" \
        shows 'matmul_tiled.cu:36 +load +shared +128 +4 +16 +131072 +2.00 +2.00 +0.00$'
    check "and single ones of B" shows 'matmul_tiled.cu:36 +load +shared +32 +16 +16 +524288 +1.00 '
    check "ex31, of several trips" shows 'matmul_tiled.cu:85 +load +shared +128 +[0-9]+ +8 +32768 +2.00'
    check "nothing is unknown" shows_no unknown
    check "global memory is PTX's" [ "$(grep -c 'global memory: as PTX asks' <<<"$out")" -eq 3 ]
    check "JSON" python3 -m json.tool "$scratch/json" /dev/null
    try make traffic03 BY=nvcc SOLUTION=1 ONLY=ex32
    check "ONLY: one version" [ "$(grep -c '^kernel ' <<<"$out")" -eq 2 ]
    try make traffic03 BY=nvcc SOLUTION=1
    nvcc --version | grep -q 'release 13.0' || skip "the manual quotes nvcc 13.0"
    check "as the manual quotes it" quotes handouts/en/manual.md \
        "$(sed -n '/^as SASS/,$p' <<<"$out" | sed -n '/^kernel matmul_tiled_v1_kernel$/,/global memory/p')"
    try python3 tests/sass/side_by_side.py solution03
    check "three kernels side by side, two with joined loads" [ "$(grep -c '^| .matmul_tiled_' <<<"$out")" -eq 5 ]
    check "the requests as in the map" \
        contains "$(cat common/sass/README.md)" "$(sed '/^$/q' <<<"$out" | grep '^| .matmul_tiled_')"
    check "the joined loads, too" \
        contains "$(cat common/sass/README.md)" "$(sed '1,/^$/d' <<<"$out" | grep '^| .matmul_tiled_')"
}

@test "make traffic FILE=my.cu BY=nvcc: arguments, definitions, several files, ARCH=80" {
    needs_nvdisasm
    echo 'void launch(float *x);
int main(int argc, char **argv) { float *x; cudaMalloc(&x, 4096);
    if (argc > 1 && *argv[1] == 0x37) launch(x); return cudaDeviceSynchronize(); }' >"$scratch/main.cu"
    echo '__global__ void apart(float *x) { x[N * threadIdx.x] = 1; }
void launch(float *x) { apart<<<1, 32>>>(x); }' >"$scratch/part.cu"
    exits 0 make traffic BY=nvcc ARCH=80 FILE="$scratch/main.cu $scratch/part.cu" DEFINES=-DN=4 ARGS=7
    check "sectors of 16 bytes" shows 'part.cu:1 +store +global +1 +128 +16.00 +4.00'
    check "for sm_80" shows 'ptxas for sm_80'
    echo '__global__ void copies(float *x)
{
    __shared__ float s[32];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
        :: "r"((unsigned)__cvta_generic_to_shared(s + threadIdx.x)), "l"(x + threadIdx.x));
    asm volatile("cp.async.wait_all;");
    x[threadIdx.x + 32] = s[threadIdx.x];
}
int main() { float *x; cudaMalloc(&x, 256); cudaMemset(x, 0, 256);
    copies<<<1, 32>>>(x); return cudaDeviceSynchronize(); }' >"$scratch/copies.cu"
    try make traffic BY=nvcc ARCH=80 FILE="$scratch/copies.cu"
    check "a copy past the registers is a load" shows 'copies.cu:5 +load +global +1 +128 +4.00 +4.00'
    check "and a store" shows 'copies.cu:5 +store +shared +1 +128'
    check "in SASS, too" shows 'copies.cu:5 +copy +shared +32 +1 +0 +unknown'
    try common/ptx.sh --sass --json "$scratch/json" -DN=4 "$scratch/main.cu" "$scratch/part.cu" 8
    check "no kernel: status 2" [ "$status$err" = "2the program launched no kernel" ]
    check "and no JSON" [ ! -e "$scratch/json" ]
}

@test "sectors of global memory as PTX asks are those that the CPU device counts, in labs 1 and 3" {
    needs_nvdisasm
    local lab
    for lab in 01 03; do
        common/ptx.sh --traffic --json "$scratch/ptx" solution$lab >/dev/null
        BUILD=build/quick/traffic common/traffic.sh --json "$scratch/gcc" solution$lab >/dev/null
        exits 0 python3 tests/sass/same_sectors.py "$scratch/gcc" "$scratch/ptx"
        check "lab $lab: several kernels" [ "${out% kernels ask the same}" -ge 3 ]
    done
}
