// expects: undeclared_in_kernel\.cu:9:.*(idx|not declared|undefined|undeclared)
#include <stdio.h>

/* a kernel
   after a comment of two lines */
__global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[idx] *= 2;
}

int main()
{
    float *d;
    cudaMalloc(&d, 4);
    scale<<<1, 1>>>(d, 1);
    return 0;
}
// nvcc: identifier "idx" is undefined
