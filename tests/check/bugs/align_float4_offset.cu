/* finds: misaligned */
/* float4 loads must begin at a multiple of 16 bytes; x + 1 does not. */
#include "../host.h"

__global__ void copy4(float4 *y, const float *x, int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4)
        y[i] = ((const float4 *)(x + 1))[i]; // HERE
}

int main(void)
{
    const int n = 1024;
    float *x = counted<float>(n + 4), *y = unset<float>(n);
    copy4<<<2, 128>>>((float4 *)y, x, n / 4);
    return end();
}
