/* finds: missing-synchronize */
/* The result is taken out of pinned memory with memcpy before the copy to it has ended. */
#include <stdio.h>
#include <string.h>

__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1.5f;
}

int main(void)
{
    const int n = 1000;
    float result[n], *staging, *d_x;
    cudaMallocHost(&staging, sizeof result);
    cudaMalloc(&d_x, sizeof result);
    fill<<<8, 125>>>(d_x, n);
    cudaMemcpyAsync(staging, d_x, sizeof result, cudaMemcpyDeviceToHost); // HERE
    memcpy(result, staging, sizeof result);                               // HERE
    cudaDeviceSynchronize();
    printf("%g\n", result[0]);
    cudaFree(d_x);
    cudaFreeHost(staging);
    return 0;
}
