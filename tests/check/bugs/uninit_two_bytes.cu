/* finds: uninitialized */
/* A kernel writes two bytes of each word. */
#include "../host.h"

__global__ void clear(unsigned short *x, int n)
{
    int i = threadIdx.x;
    if (i < n)
        x[2 * i] = 0;
}

__global__ void sum(int *total, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = x[i] + 1; // HERE
}

int main(void)
{
    const int n = 64;
    int *x = unset<int>(n), *d = unset<int>(n);
    clear<<<1, n>>>((unsigned short *)x, n);
    sum<<<1, n>>>(d, x, n);
    return end();
}
