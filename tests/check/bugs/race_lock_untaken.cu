/* finds: race */
/* A lock that is seen free and then taken by a store: two blocks may both do that. */
#include <stdio.h>
#include <cuda_runtime.h>

__device__ volatile int gate = 0;
__device__ int total = 0, twice[2];

__global__ void count(void)
{
    if (threadIdx.x == 0) {
        while (gate != 0) // HERE
            ;
        gate = 1; // HERE
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 3)
        total = total + 1; // HERE
    if (threadIdx.x < 2)
        twice[threadIdx.x] += 2; // HERE
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        gate = 0; // HERE
}

int main(void)
{
    int h, t[2];
    count<<<40, 64>>>();
    cudaMemcpyFromSymbol(&h, total, sizeof h);
    cudaMemcpyFromSymbol(t, twice, sizeof t);
    printf("%d %d %d\n", h, t[0], t[1]);
    return 0;
}
