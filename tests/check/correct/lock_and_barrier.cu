/* One thread takes the lock, a barrier lets the block in. */
#include "../host.h"

__global__ void add(int *sum, int *lock, const int *x)
{
    int t = threadIdx.x;
    if (t == 0)
        while (atomicCAS(lock, 0, 1) != 0)
            ;
    __syncthreads();
    sum[t] += x[blockIdx.x];
    __threadfence();
    __syncthreads();
    if (t == 0)
        atomicExch(lock, 0);
}

int main(void)
{
    const int blocks = 9;
    int *x = counted<int>(blocks), *d = zeros<int>(33);
    add<<<blocks, 32>>>(d, d + 32, x);
    return end(at(d) != 36 || at(d, 31) != 36);
}
