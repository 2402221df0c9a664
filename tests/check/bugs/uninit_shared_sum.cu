/* finds: uninitialized */
/* The block's sum in shared memory is never set to zero. */
#include <stdio.h>

__global__ void block_sums(int *sums, const int *x, int n)
{
    __shared__ int sum;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&sum, x[i]); // HERE
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum; // HERE
}

int main(void)
{
    const int n = 1000;
    int x[n], sums[8], *d_x, *d_sums;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    block_sums<<<8, 125>>>(d_sums, d_x, n);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%d\n", sums[7]);
    cudaFree(d_x);
    cudaFree(d_sums);
    return 0;
}
