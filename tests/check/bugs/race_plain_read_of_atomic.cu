/* finds: race */
/* Some threads count with atomics, others read the count in the same launch. */
#include <stdio.h>

__global__ void follow(unsigned *count, unsigned *seen, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] < 0)
        atomicAdd(count, 1u); // HERE
    if (i < n)
        seen[i] = *count; // HERE
}

int main(void)
{
    const int n = 600;
    float x[n], *d_x;
    unsigned seen[n], *d_seen, *d_count;
    for (int i = 0; i < n; i++)
        x[i] = i % 2 ? 1 : -1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_seen, sizeof seen);
    cudaMalloc(&d_count, sizeof(unsigned));
    cudaMemset(d_count, 0, sizeof(unsigned));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    follow<<<5, 120>>>(d_count, d_seen, d_x, n);
    cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost);
    printf("%u\n", seen[n - 1]);
    cudaFree(d_x);
    cudaFree(d_seen);
    cudaFree(d_count);
    return 0;
}
