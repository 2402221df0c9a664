// expects: include/helper\.cuh:8:
#include <stdio.h>
#include "include/helper.cuh"

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    fill_ints(d);
    return 0;
}
// nvcc: identifier "undefined_value" is undefined
