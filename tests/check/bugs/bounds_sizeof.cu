/* finds: out-of-bounds */
/* cudaMalloc wants bytes, and got the number of elements. */
#include <stdio.h>

__global__ void squares(int *y, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = i * i; // HERE
}

int main(void)
{
    const int n = 600;
    int *y, first[4];
    cudaMalloc(&y, n);
    squares<<<1, 128>>>(y, n);
    cudaMemcpy(first, y, sizeof first, cudaMemcpyDeviceToHost);
    cudaFree(y);
    printf("%d\n", first[3]);
    return first[3] != 9;
}
