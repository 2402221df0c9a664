/* finds: out-of-bounds */
/* Five weights in constant memory; the loop takes a sixth. */
#include "../host.h"

__constant__ float weights[5];

__global__ void filter(float *out, const float *in, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k <= taps && i < n; k++)
        sum += weights[k] * in[i + k]; // HERE
    if (i < n)
        out[i] = sum;
}

int main(void)
{
    const int n = 200, taps = 5;
    float w[taps] = { 1, 2, 3, 2, 1 }, *x = filled<float>(n + taps, 1), *y = unset<float>(n);
    cudaMemcpyToSymbol(weights, w, sizeof w);
    filter<<<2, 100>>>(y, x, n, taps);
    return end(at(y) < 9);
}
