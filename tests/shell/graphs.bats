#!/usr/bin/env bats
# CUDA graphs on the CPU device: what is said of a capture, and what the counters see of a graph. That
# graphs are right: tests/programs/graph_*.cu; that the bug finder sees into them: tests/check.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    in_root
    export CUCC_IN_MAKE=1
}

@test "graphs: a call that a capture refuses is named, with what is wrong and what to do, in both languages" {
    cat >"$scratch/waits.cu" <<'END'
#include <stdio.h>
__global__ void step(int *x) { x[threadIdx.x]++; }
int main()
{
    int *d, *late;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaMalloc(&d, 128);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    step<<<1, 32>>>(d);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(s)));
    printf("%s\n", cudaGetErrorName(cudaMalloc(&late, 4)));
    printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(s, &graph)));
}
END
    exits 0 env BUILD=build/quick common/cpu_device/cucc -O1 "$scratch/waits.cu" -o "$scratch/waits"
    try env LC_ALL=C "$scratch/waits"
    local error=cudaErrorStreamCapture
    check "CUDA's errors" [ "$(xargs <<<"$out")" = \
        "${error}Implicit ${error}Unsupported ${error}Unsupported ${error}Invalidated" ]
    check "the launch" contains "$err" "waits.cu:11 as <<<(1,1,1), (32,1,1)>>>: \
uses the default stream, which waits for a stream that is being captured"
    check "the wait" \
        contains "$err" "cudaStreamSynchronize: a stream is being captured: its work is kept and does not run yet"
    check "the memory" contains "$err" "cudaMalloc: a stream is being captured, and a graph cannot repeat this call"
    check "a line each" [ "$(grep -c '^CPU device: ' <<<"$err")" -eq 3 ]
    try env REPORT_LANG=es "$scratch/waits"
    check "Spanish" contains "$err" \
        "dispositivo CPU: cudaMalloc: se está capturando un flujo, y un grafo no puede repetir esta llamada"
}

@test "graphs: the counters have each launch of a graph, by the names of its arguments" {
    try env BUILD=build/quick/traffic common/cpu_device/cucc --traffic -O1 -g tests/programs/graph_saxpy.cu \
        -o "$scratch/counted"
    check "it builds" [ "$status" -eq 0 ]
    exits 0 "$scratch/counted"
    check "100 launches" contains "$out$err" "kernel saxpy, 100 launches"
    check "all loads of x, in one row" grep -E -q 'load x +global +3 200 ' <<<"$out$err"
}
