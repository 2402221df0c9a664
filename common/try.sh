#!/bin/sh
# common/try.sh [compiler] - a small CUDA program, built for the CPU device as the labs are, and run: what
# a compiler, its library of OpenMP, headers or make lack shows here first. setup.sh and doctor call it.
# status 0: it works, and nothing is said; 1: it does not, and one line says what is missing
here=$(dirname "$0")
. "$here/scratch.sh"
cat >"$scratch/try.cu" <<'END'
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>

__global__ void reverse(double *x)
{
    __shared__ double copy[64];
    copy[threadIdx.x] = sqrt(x[threadIdx.x]);
    __syncthreads();
    x[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

int main(void)
{
    double x[64], *d_x, wrong = 0;
    for (int i = 0; i < 64; i++)
        x[i] = (double)i * i;
    cudaMalloc(&d_x, sizeof(x));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(d_x);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += fabs(x[i] - (63 - i));
    cudaFree(d_x);
    return wrong > 1e-9;
}
END
build=$scratch/build
case $build in *[!A-Za-z0-9_./+-]*) # make takes no such name
    build=$(mktemp -d /tmp/try.XXXXXX) && trap 'rm -rf "$scratch" "$build"' EXIT ;;
esac
CXX=${1:-${CXX:-}} BUILD=$build sh "$here/cpu_device/cucc" -O0 "$scratch/try.cu" -o "$scratch/try" >"$scratch/log" 2>&1 &&
    "$scratch/try" >>"$scratch/log" 2>&1 && exit 0
status=$?
grep -m 1 -i -E 'error|cannot|not found|\*\*\*' "$scratch/log" || tail -n 1 "$scratch/log" | grep . ||
    echo "its result is wrong (status $status)"
exit 1
