/* refuses: (PTX|asm).*not available on the CPU device */
#include <stdio.h>

__global__ void timed(long long *out)
{
    long long t;
    asm volatile("ld.global.cv.u64 %0, [%1];" : "=l"(t) : "l"(out)); /* here */
    *out = t;
}

int main()
{
    long long *d;
    cudaMalloc(&d, sizeof *d);
    timed<<<1, 1>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
