/* finds: wrong-memory */
/* memcpy instead of cudaMemcpy. */
#include <stdio.h>
#include <string.h>

__global__ void ones(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

int main(int argc, char **argv)
{
    const int n = 1000;
    int x[n] = { 0 }, *d_x;
    (void)argv;
    cudaMalloc(&d_x, sizeof x);
    ones<<<8, 125>>>(d_x, n);
    cudaDeviceSynchronize();
    memcpy(x, d_x, (n - argc) * sizeof(int)); // HERE
    printf("%d\n", x[0]);
    cudaFree(d_x);
    return 0;
}
