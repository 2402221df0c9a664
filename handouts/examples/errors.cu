/* The errors of handouts/en/errors.md, one after the other: what CUDA says, where, and what is
 * left.
 *
 *   make run FILE=handouts/examples/errors.cu
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the name of the error and the line where it was noticed. */
#define CHECK(call) check((call), __FILE__, __LINE__)

static void check(cudaError_t error, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
    exit(1);
}

__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = 1;
}

static void show(const char *call, cudaError_t error)
{
    printf("%-40s %3d %s\n", call, (int)error, cudaGetErrorName(error));
}

int main(void)
{
    float *x, *too_much;

    CHECK(cudaMalloc(&x, 1024 * sizeof *x));
    fill<<<4, 256>>>(x, 1024);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    printf("a call that fails, and does no harm\n");
    show("cudaMalloc of 2^60 bytes", cudaMalloc(&too_much, (size_t)1 << 60));
    cudaGetLastError(); /* forgets it */

    printf("a launch that is refused\n");
    fill<<<1, 2048>>>(x, 1024);
    show("cudaGetLastError", cudaGetLastError());
    show("cudaGetLastError once more", cudaGetLastError());

    printf("a kernel that fails\n");
    fill<<<4, 256>>>(NULL, 1024);
    show("cudaGetLastError", cudaGetLastError());
    show("cudaDeviceSynchronize", cudaDeviceSynchronize());
    show("cudaMemset, on an array that is right", cudaMemset(x, 0, 4096));
    show("cudaGetLastError", cudaGetLastError());
    show("cudaGetLastError once more", cudaGetLastError());
    return 0;
}
