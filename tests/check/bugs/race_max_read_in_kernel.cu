/* finds: race */
/* The same over all blocks, in global memory. */
#include "../host.h"

__global__ void scale(float *out, int *largest, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicMax(largest, x[i]);        // HERE
    out[i] = (float)x[i] / *largest; // HERE
}

int main(void)
{
    int *x = made<int>(128, [](int i) { return 128 - i; }), *largest = zeros<int>();
    float *d = unset<float>(128);
    scale<<<2, 64>>>(d, largest, x, 128);
    return end();
}
