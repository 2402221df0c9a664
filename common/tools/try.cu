/* A small CUDA program that uses what every lab needs: common/tools/try.sh builds and runs it on
 * the CPU device, make doctor on the GPU. It says nothing when all is well. */
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
    double x[64], *d_x = NULL, wrong = 0;
    for (int i = 0; i < 64; i++)
        x[i] = (double)i * i;
    cudaMalloc(&d_x, sizeof(x));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(d_x);
    cudaError_t error = cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += fabs(x[i] - (63 - i));
    cudaFree(d_x);
    if (error != cudaSuccess)
        printf("error: %s\n", cudaGetErrorString(error));
    return wrong > 1e-9;
}
