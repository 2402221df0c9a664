/* finds: missing-synchronize */
/* A kernel writes into pinned host memory; the host adds it up without waiting for the kernel. */
#include <stdio.h>

__global__ void halves(float *x, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] = 0.5f; // HERE
}

int main(void)
{
    const int n = 1000;
    float *x, sum = 0;
    cudaMallocHost(&x, n * sizeof(float));
    halves<<<1, 256>>>(x, n); // HERE
    for (int i = 0; i < n; i++)
        sum += x[i]; // HERE
    printf("%g\n", sum);
    cudaDeviceSynchronize();
    cudaFreeHost(x);
    return 0;
}
