/* finds: race */
/* The last block done: every thread leaves a part, but thread 0 draws the ticket without waiting
 * for the others of its block. */
#include "../host.h"

__global__ void sum_parts(int *total, int *parts, unsigned *tickets)
{
    __shared__ bool last;
    int t = threadIdx.x, n = blockDim.x;
    parts[blockIdx.x * n + t] = t; // HERE
    __threadfence();
    if (t == 0)
        last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;
        for (int i = 0; i < (int)gridDim.x * n; i++)
            sum += parts[i]; // HERE
        *total = sum;
    }
}

int main(void)
{
    const int blocks = 10, threads = 64;
    int *d = zeros<int>(2 + blocks * threads);
    sum_parts<<<blocks, threads>>>(d, d + 2, (unsigned *)d + 1);
    return end();
}
