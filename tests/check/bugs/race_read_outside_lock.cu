/* finds: race */
/* The pair is written under a lock, and read after it is given back. */
#include <stdio.h>

__device__ int lock = 0;

__global__ void update(int *pair, int *seen, const int *x, int n)
{
    int i = blockIdx.x;
    if (threadIdx.x != 0 || i >= n)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    pair[0] += x[i]; // HERE
    pair[1] += 1;    // HERE
    __threadfence();
    atomicExch(&lock, 0);
    seen[i] = pair[0] / pair[1]; // HERE
}

int main(void)
{
    const int n = 20;
    int x[n], *d_x, *d_pair, *d_seen;
    for (int i = 0; i < n; i++)
        x[i] = 6;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_seen, sizeof x);
    cudaMalloc(&d_pair, 2 * sizeof(int));
    cudaMemset(d_pair, 0, 2 * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    update<<<n, 32>>>(d_pair, d_seen, d_x, n);
    cudaMemcpy(x, d_seen, sizeof x, cudaMemcpyDeviceToHost);
    printf("%d\n", x[n - 1]);
    cudaFree(d_x);
    cudaFree(d_seen);
    cudaFree(d_pair);
    return 0;
}
