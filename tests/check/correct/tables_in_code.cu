/* Constant tables inside kernels, strings, and functions chosen by address: none was allocated. */
#include <stdio.h>
#include "../host.h"

__device__ const char *const names[3] = { "none", "one", "many" };
__constant__ const float primes[5] = { 2, 3, 5, 7, 11 };

__device__ int twice(int x)
{
    return 2 * x;
}

__device__ int square(int x)
{
    return x * x;
}

__global__ void look_up(int *out, int n)
{
    static const int dx[4] = { 1, 0, -1, 0 };
    const int weights[6] = { 1, 5, 10, 10, 5, 1 };
    int (*const functions[2])(int) = { twice, square };
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = dx[i % 4] + weights[i % 6] + functions[i % 2](i) + (int)primes[i % 5];
    if (i < 3)
        printf("%s\n", names[i]);
}

int main(void)
{
    const int n = 200, dx[4] = { 1, 0, -1, 0 }, w[6] = { 1, 5, 10, 10, 5, 1 };
    const int p[5] = { 2, 3, 5, 7, 11 };
    int wrong = 0, *d_x = unset<int>(n);
    look_up<<<4, 64>>>(d_x, n);
    const int *x = in_host(d_x, n);
    for (int i = 0; i < n; i++)
        wrong += x[i] != dx[i % 4] + w[i % 6] + (i % 2 ? i * i : 2 * i) + p[i % 5];
    return end(wrong);
}
