/* A kernel that prints and asserts. */
#include <assert.h>
#include <stdio.h>
#include "../host.h"

__global__ void check(const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(n > 0);
    if (i < n) {
        assert(x[i] == i);
        if (i % 100 == 0)
            printf("x[%d] = %d in block %d\n", i, x[i], (int)blockIdx.x);
    }
}

int main(void)
{
    const int n = 300;
    int *x = counted<int>(n);
    check<<<3, 128>>>(x, n);
    return end(cudaDeviceSynchronize() != cudaSuccess);
}
