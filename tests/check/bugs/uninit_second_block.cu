/* finds: uninitialized */
/* Shared memory of one block is not that of the next: only block 0 fills it. */
#include "../host.h"

__global__ void k(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (blockIdx.x == 0)
        s[t] = t;
    __syncthreads();
    out[blockIdx.x * 32 + t] = s[31 - t]; // HERE
}

int main(void)
{
    int *x = unset<int>(96);
    k<<<3, 32>>>(x);
    return end(at(x) != 31);
}
