/* finds: wrong-memory */
/* A function gives back a pointer to its own array, which is gone by then. */
#include "../host.h"

__device__ __noinline__ int *multiples(int n)
{
    int a[8], *p = a;
    for (int i = 0; i < 8; i++)
        p[i] = i * n;
    return p;
}

__global__ void third(int *out)
{
    int *p = multiples(threadIdx.x);
    out[threadIdx.x] = p[3]; // HERE
}

int main(void)
{
    int *x = unset<int>(32);
    third<<<1, 32>>>(x);
    return end();
}
