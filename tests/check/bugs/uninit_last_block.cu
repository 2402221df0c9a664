/* finds: uninitialized */
/* Threads past the end do not fill their place in shared memory, and the reduction adds it. */
#include <stdio.h>

#define BLOCK 128

__global__ void reduce(float *sums, const float *x, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (i < n)
        s[t] = x[i];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride]; // HERE
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

int main(void)
{
    const int n = 1100, blocks = (n + BLOCK - 1) / BLOCK;
    float x[n], sums[blocks], *d_x, *d_sums;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reduce<<<blocks, BLOCK>>>(d_sums, d_x, n);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%g\n", sums[blocks - 1]);
    cudaFree(d_x);
    cudaFree(d_sums);
    return sums[0] != BLOCK;
}
