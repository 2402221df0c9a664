/* One thread of a block takes a lock, the block works, and a volatile store gives the lock back. */
#include <stdio.h>
#include <cuda_runtime.h>

__device__ volatile int gate = 0;
__device__ int total = 0, twice[2];

__global__ void count(void)
{
    if (threadIdx.x == 0) {
        while (atomicCAS((int *)&gate, 0, 1) != 0)
            ;
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 3)
        total = total + 1;
    if (threadIdx.x < 2)
        twice[threadIdx.x] += 2;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        gate = 0;
}

int main(void)
{
    int h, t[2];
    count<<<40, 64>>>();
    cudaMemcpyFromSymbol(&h, total, sizeof h);
    cudaMemcpyFromSymbol(t, twice, sizeof t);
    printf("%d %d %d\n", h, t[0], t[1]);
    return h != 40 || t[0] != 80 || t[1] != 80;
}
