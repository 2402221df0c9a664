/* finds: out-of-bounds */
/* The input is freed one launch too early. */
#include <stdio.h>

__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

__global__ void copy(int *y, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i]; // HERE
}

int main(void)
{
    const int n = 256;
    int y[n], *d_x, *d_y;
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMalloc(&d_y, n * sizeof(int));
    fill<<<2, 128>>>(d_x, n);
    cudaFree(d_x);
    copy<<<2, 128>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    printf("%d\n", y[n - 1]);
    cudaFree(d_y);
    return 0;
}
