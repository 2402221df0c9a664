/* finds: race */
/* The last group but one is read, and two may still be under way. */
#include <cuda_pipeline.h>
#include <stdio.h>

#define BLOCK 64

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ int tile[2][BLOCK];
    int t = threadIdx.x;
    for (int s = 0; s < 2; s++) {
        __pipeline_memcpy_async(&tile[s][t], &in[s * BLOCK + t], 4); // HERE
        __pipeline_commit();
    }
    __pipeline_wait_prior(2);
    __syncthreads();
    out[t] = tile[0][BLOCK - 1 - t]; // HERE
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
