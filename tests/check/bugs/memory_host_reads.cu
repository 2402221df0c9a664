/* finds: wrong-memory */
/* The host sums a device array directly instead of copying it first. */
#include <stdio.h>

__global__ void ones(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

int main(void)
{
    const int n = 300;
    int *d_x, sum = 0;
    cudaMalloc(&d_x, n * sizeof(int));
    ones<<<3, 128>>>(d_x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        sum += d_x[i]; // HERE
    printf("%d\n", sum);
    cudaFree(d_x);
    return 0;
}
