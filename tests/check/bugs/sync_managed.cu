/* finds: missing-synchronize */
/* Managed memory is read while the kernel that fills it may not have begun. */
#include <stdio.h>

__global__ void squares(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i * i; // HERE
}

int main(void)
{
    const int n = 2000;
    int *x;
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++)
        x[i] = 0;
    squares<<<(n + 127) / 128, 128>>>(x, n); // HERE
    printf("%d\n", x[n - 1]);                // HERE
    cudaDeviceSynchronize();
    cudaFree(x);
    return 0;
}
