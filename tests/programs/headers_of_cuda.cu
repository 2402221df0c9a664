/* Headers that CUDA's own cuda_runtime.h brings along, named by themselves. */
#include <stdio.h>
#include <channel_descriptor.h>
#include <cuda_device_runtime_api.h>
#include <cuda_runtime.h>
#include <device_atomic_functions.h>
#include <sm_60_atomic_functions.h>
#include <sm_30_intrinsics.h>

__global__ void k(double *sum) { atomicAdd(sum, 1.5); }

int main(void)
{
    double *d, h = 0;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    k<<<1, 4>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%g\n", h);
    return h != 6;
}
