/* finds: race */
/* Atomics on a counter do not order anything else: neighbours are read in the same interval. */
#include "../host.h"

__global__ void k(int *count, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    s[t] = t; // HERE
    atomicAdd(count, 1);
    out[t] = s[t / 2]; // HERE
}

int main(void)
{
    int *d = zeros<int>(65);
    k<<<1, 64>>>(d, d + 1);
    return end(at(d, 64) != 31);
}
