/* finds: barrier-divergence */
/* Even warps wait in one function, odd warps in another. */
#include "../host.h"

__device__ int from_left(int *s, int t, int v)
{
    s[t] = v;
    __syncthreads(); // HERE
    return s[t ^ 1];
}

__device__ int from_right(int *s, int t, int v)
{
    s[t] = -v;
    __syncthreads(); // HERE
    return s[t ^ 1];
}

__global__ void exchange(int *x)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    int v = x[t];
    x[t] = t / 32 % 2 == 0 ? from_left(s, t, v) : from_right(s, t, v);
}

int main(void)
{
    int *x = counted<int>(128);
    exchange<<<1, 128>>>(x);
    return end();
}
