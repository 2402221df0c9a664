/* finds: race */
/* A grid-stride loop that reads the right neighbour of what another thread overwrites. */
#include <stdio.h>

__global__ void shift_left(int *x, int n)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += stride)
        x[i] = x[i + 1]; // HERE
}

int main(void)
{
    const int n = 3000;
    static int x[n];
    int *d_x;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    shift_left<<<4, 256>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    printf("%d\n", x[0]);
    cudaFree(d_x);
    return 0;
}
