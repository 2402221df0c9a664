/* refuses: texture is not available on the CPU device */
/* CUDA before 12: nvcc 12 and later refuse it too. */
#include <stdio.h>

texture<float> texIn; /* here */

__global__ void blend(float *dst) { dst[threadIdx.x] = tex1Dfetch(texIn, threadIdx.x); }

int main(void)
{
    float *d;
    cudaMalloc((void **)&d, 64);
    blend<<<1, 16>>>(d);
    return 0;
}
