// expects: mistake_after_header\.cu:13:
#include <stdio.h>
#include "include/good.cuh"

__global__ void k(int *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    fill_ints(d);
    helper_fill<int><<<1,
        32>>>(d, 7); k<<<1, 1>>>(d, 8);
    return 0;
}
// nvcc: too many arguments in function call
