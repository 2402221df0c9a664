/* finds: uninitialized */
/* Bytes that mark the multiples of three: the others are left as they were. */
#include <stdio.h>

__global__ void mark(bool *marks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 3 == 0)
        marks[i] = true;
}

__global__ void count_marks(const bool *marks, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && marks[i]) // HERE
        atomicAdd(count, 1);
}

int main(void)
{
    const int n = 999;
    bool *marks;
    int *d_count, count;
    cudaMalloc(&marks, n);
    cudaMalloc(&d_count, sizeof count);
    cudaMemset(d_count, 0, sizeof count);
    mark<<<4, 256>>>(marks, n);
    count_marks<<<4, 256>>>(marks, n, d_count);
    cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
    printf("%d\n", count);
    cudaFree(marks);
    cudaFree(d_count);
    return 0;
}
