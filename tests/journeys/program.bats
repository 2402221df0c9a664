#!/usr/bin/env bats
# bats file_tags=slow
# Somebody brings a program of their own: runs it, checks it, counts its traffic, looks at its page; then with a bug.
# shellcheck disable=SC2154 # walk.bash sets kit, status, out, err

load walk

# The transpose that courses begin with: its stores are 32 sectors a request.
brought() {
    mkdir -p "$scratch/mine/include"
    echo 'constexpr int tile = 16;' >"$scratch/mine/include/tile.h"
    cat >"$scratch/mine/transpose.cu" <<'END'
#include <cstdio>
#include <cstdlib>
#include "tile.h"
__global__ void transpose(float *out, const float *in, int n)
{
    int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    if (x < n && y < n)
        out[x * n + y] = in[y * n + x];
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8, blocks = (n + tile - 1) / tile;
    float *in, *out;
    cudaMallocManaged(&in, n * n * sizeof(float));
    cudaMallocManaged(&out, n * n * sizeof(float));
    for (int i = 0; i < n * n; i++)
        in[i] = i;
    transpose<<<dim3(blocks, blocks), dim3(tile, tile)>>>(out, in, n);
    cudaDeviceSynchronize();
    printf("out[1] of %d x %d is %g\n", n, n, out[1]);
    cudaFree(in);
    cudaFree(out);
    return out == in;
}
END
}

@test "a program that somebody brings: run, check, traffic, show, and the same with a bug" {
    local mine=$scratch/mine/transpose.cu page=results/show.html
    lay_out
    as_built symbols
    cd "$kit" || return
    brought
    types "make run FILE=$mine" ARGS=40 FLAGS="-I$scratch/mine/include"
    check "it ran, with its argument" shows -x 'out\[1\] of 40 x 40 is 40'
    types "make check FILE=$mine" ARGS=40 FLAGS="-I$scratch/mine/include"
    check "it ran there, too" shows -x 'out\[1\] of 40 x 40 is 40'
    check "the verdict" shows -i 'no(thing|ne| error)'
    types "make traffic FILE=$mine" ARGS=40 FLAGS="-I$scratch/mine/include" JSON="$scratch/counted.json"
    check "its load" shows 'transpose\.cu:8 .*load'
    check "its store" shows 'transpose\.cu:8 .*store'
    for language in en es; do
        types "make show FILE=$mine" ARGS=40 FLAGS="-I$scratch/mine/include" REPORT_LANG=$language
        is_page $page
        try python3 "$root/tests/show.py" $page "$scratch/counted.json"
        check "$language: the page has the numbers of make traffic" shows -x '[1-9][0-9]* rows agree'
        awk '/<(style|script|pre|code)/ { skip = 1 }
            !skip
            /<\/(style|script|pre|code)>/ { skip = 0 }' $page >"$scratch/prose"
        in_language $language "$scratch/prose" "the page"
    done
    sed -i 's/x < n \&\& y < n/x <= n \&\& y < n/' "$mine"
    try make check FILE="$mine" ARGS=40 FLAGS="-I$scratch/mine/include"
    check "a bug: not 0" [ "$status" -ne 0 ]
    check "named with its line" contains "$out$err" 'transpose.cu:8'
}
