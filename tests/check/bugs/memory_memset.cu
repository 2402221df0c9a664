/* finds: wrong-memory */
/* memset instead of cudaMemset. */
#include <stdio.h>
#include <string.h>

__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

int main(void)
{
    const int n = 500;
    int *d_x, first = 0;
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemset(d_x, 1, n * sizeof(int));
    cudaDeviceSynchronize();
    memset(d_x, 0, n * sizeof(int)); // HERE
    add_one<<<4, 125>>>(d_x, n);
    cudaMemcpy(&first, d_x, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(d_x);
    return 0;
}
