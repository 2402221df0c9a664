/* finds: race */
/* A barrier waits for the threads of one block; the last element of the block before is written by
 * another block of the same launch. */
#include <stdio.h>

__global__ void differences(int *d, int *squares, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        squares[i] = i * i; // HERE
    __syncthreads();
    if (i > 0 && i < n)
        d[i] = squares[i] - squares[i - 1]; // HERE
}

int main(void)
{
    const int n = 900;
    int d[n], *d_d, *d_squares;
    cudaMalloc(&d_d, sizeof d);
    cudaMalloc(&d_squares, sizeof d);
    cudaMemset(d_d, 0, sizeof d);
    cudaMemset(d_squares, 0, sizeof d);
    differences<<<(n + 99) / 100, 100>>>(d_d, d_squares, n);
    cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost);
    printf("%d\n", d[100]);
    cudaFree(d_d);
    cudaFree(d_squares);
    return 0;
}
