/* finds: wrong-memory */
/* Such a copy goes to shared memory only. */
#include <cuda_pipeline.h>
#include <stdio.h>

#define BLOCK 64

__global__ void reversed(int *out, int *in, int n)
{
    int t = threadIdx.x;
    __pipeline_memcpy_async(&out[t], &in[t], 4); // HERE
    __pipeline_commit();
    __pipeline_wait_prior(0);
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
