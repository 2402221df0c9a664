/* finds: out-of-bounds */
/* The last copy of 16 bytes reads past the end: zfill says how much is not there. */
#include <cuda_pipeline.h>
#include <stdio.h>

#define BLOCK 64

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ __align__(16) int tile[4 * BLOCK];
    int t = threadIdx.x;
    if (4 * t < n + 4)
        __pipeline_memcpy_async(&tile[4 * t], &in[4 * t], 16); // HERE
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = tile[t];
}

int main(void)
{
    const int n = 2 * BLOCK;
    int x[n], *d_x, *d_y;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reversed<<<1, BLOCK>>>(d_y, d_x, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
