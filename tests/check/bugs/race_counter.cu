/* finds: race */
/* Counting with a plain global counter: two threads read the same value, one count is lost. */
#include <stdio.h>

__global__ void count_even(int *count, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] % 2 == 0)
        *count = *count + 1; // HERE
}

int main(void)
{
    const int n = 1024;
    int x[n], count = 0, *d_x, *d_count;
    for (int i = 0; i < n; i++)
        x[i] = i * 3;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_count, sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_count, &count, sizeof count, cudaMemcpyHostToDevice);
    count_even<<<n / 64, 64>>>(d_count, d_x, n);
    cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
    printf("%d even\n", count);
    cudaFree(d_x);
    cudaFree(d_count);
    return 0;
}
