/* finds: out-of-bounds */
/* Ten bins, and a value of exactly 1 falls into an eleventh. */
#include "../host.h"

__global__ void histogram(int *bins, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[(int)(x[i] * 10)], 1); // HERE
}

int main(void)
{
    const int n = 501;
    float *x = made<float>(n, [](int i) { return i / 500.0f; });
    int *bins = zeros<int>(10);
    histogram<<<4, 128>>>(bins, x, n);
    return end();
}
