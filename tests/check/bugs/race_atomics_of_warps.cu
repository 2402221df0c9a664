/* finds: race */
/* A warp has counted and met; the other may still count. */
#include "../host.h"

__global__ void count_and_clear(int *seen)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1); // HERE
    __syncwarp();
    if (threadIdx.x == 2)
        *seen = count; // HERE
}

int main(void)
{
    count_and_clear<<<1, 64>>>(unset<int>());
    return end();
}
