/* finds: misaligned */
/* Pairs that begin at every int, not at every second: half of the loads are misaligned. */
#include <stdio.h>

__global__ void pair_sums(int *sums, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) {
        int2 pair = *(const int2 *)&x[i]; // HERE
        sums[i] = pair.x + pair.y;
    }
}

int main(void)
{
    const int n = 500;
    int x[n], *d_x, *d_sums;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    pair_sums<<<4, 128>>>(d_sums, d_x, n);
    cudaMemcpy(x, d_sums, (n - 1) * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", x[0]);
    cudaFree(d_x);
    cudaFree(d_sums);
    return 0;
}
