// expects: kernel_called\.cu:11:.*(launched, not called|must be configured)
// The <<< >>> is missing.
#include <stdio.h>

__global__ void increment(int *p) { *p += 1; }

int main()
{
    int *d;
    cudaMalloc(&d, sizeof(int));
    increment(d);
    return 0;
}
// nvcc: a __global__ function call must be configured
