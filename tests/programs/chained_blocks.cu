/* Each block waits for the one before it: blocks begin in order. */
#include "include/common.h"

__device__ volatile int done[64];

__global__ void chain(int *p) {
    if (threadIdx.x == 0 && blockIdx.x > 0)
        while (!done[blockIdx.x - 1])
            ;
    __syncthreads();
    int v = blockIdx.x ? ((volatile int *)p)[blockIdx.x - 1] : 0;
    if (threadIdx.x == 0) {
        p[blockIdx.x] = v + 1;
        __threadfence();
        done[blockIdx.x] = 1;
    }
}

int main() {
    int *p = managed<int>(64);
    chain<<<64, 32>>>(p);
    SYNC();
    EXPECT(p[63], 64);
    return 0;
}
