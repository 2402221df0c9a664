/* Static variables of device functions are the device's: a table that is filled once, a counter. */
#include "../host.h"

__device__ int ticket()
{
    static int next = 3; // once for all threads

    return atomicAdd(&next, 1);
}

template <typename T> __device__ T *table()
{
    static __device__ T first[4], rest[60];

    return threadIdx.x < 4 ? &first[threadIdx.x] : &rest[threadIdx.x - 4];
}

__global__ void fill(int *out)
{
    *table<int>() = ticket();
    __syncthreads();
    out[threadIdx.x] = *table<int>();
}

int main(void)
{
    int *out = unset<int>(64);

    for (int i = 0; i < 2; i++)
        fill<<<1, 64>>>(out);
    return end();
}
