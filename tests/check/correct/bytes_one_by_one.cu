/* Four bytes stored one by one are a word. */
#include "../host.h"

__global__ void clear(unsigned char *x, int n)
{
    int i = threadIdx.x;
    for (int k = 0; i < n && k < 4; k++)
        x[4 * i + k] = (unsigned char)k;
}

__global__ void sum(int *total, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = x[i] + 1;
}

int main(void)
{
    const int n = 64;
    int *x = unset<int>(n), *d = unset<int>(n);
    clear<<<1, n>>>((unsigned char *)x, n);
    sum<<<1, n>>>(d, x, n);
    return end();
}
