/* finds: uninitialized */
/* All 32 lanes pass the mask of the lower 16. */
#include "../host.h"

__global__ void sum(int *total)
{
    int v = (int)threadIdx.x;
    for (int by = 16; by > 0; by /= 2)
        v += __shfl_down_sync(0xffff, v, by); // HERE
    if (threadIdx.x == 0)
        *total = v;
}

int main(void)
{
    int *total = unset<int>();
    sum<<<1, 32>>>(total);
    return end(at(total) < 120);
}
