/* finds: race */
/* Tree reduction in shared memory: no barrier between the steps. */
#include <stdio.h>

#define BLOCK 256

__global__ void sum_kernel(float *sums, const float *x, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2)
        if (t < stride)
            s[t] += s[t + stride]; // HERE
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

int main(void)
{
    const int n = 1000, blocks = (n + BLOCK - 1) / BLOCK;
    float x[n], sums[blocks], *d_x, *d_sums, total = 0;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    sum_kernel<<<blocks, BLOCK>>>(d_sums, d_x, n);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks; i++)
        total += sums[i];
    printf("sum %g of %d\n", total, n);
    cudaFree(d_x);
    cudaFree(d_sums);
    return 0;
}
