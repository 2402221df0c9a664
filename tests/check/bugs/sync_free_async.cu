/* finds: missing-synchronize */
/* The host takes cudaFreeAsync for cudaFree, which waits for the kernels before it. */
#include <stdio.h>

__global__ void next(int *a, const int *b)
{
    a[threadIdx.x] = b[threadIdx.x] + 1; // HERE
}

int main(void)
{
    int *sums, *d_b;

    cudaMallocManaged(&sums, 128);
    cudaMallocAsync(&d_b, 128, 0);
    cudaMemsetAsync(d_b, 0, 128, 0);
    next<<<1, 32>>>(sums, d_b); // HERE
    cudaFreeAsync(d_b, 0);
    printf("%d\n", sums[0]); // HERE
    cudaDeviceSynchronize();
    cudaFree(sums);
    return 0;
}
