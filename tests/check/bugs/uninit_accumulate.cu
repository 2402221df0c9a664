/* finds: uninitialized */
/* The kernel adds to an array that cudaMalloc has not zeroed. */
#include "../host.h"

__global__ void add_scaled(float *y, float a, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i]; // HERE
}

int main(void)
{
    const int n = 1500;
    float *x = counted<float>(n), *y = unset<float>(n);
    add_scaled<<<(n + 127) / 128, 128>>>(y, 2, x, n);
    return end();
}
