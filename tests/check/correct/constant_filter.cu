/* Weights in constant memory, the input with its border, a stencil from one array to another. */
#include "../host.h"

#define RADIUS 2
__constant__ float weights[2 * RADIUS + 1];

__global__ void filter(float *out, const float *__restrict__ in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) {
        int at = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k;
        sum += weights[k + RADIUS] * in[at];
    }
    out[i] = sum;
}

int main(void)
{
    const int n = 1500;
    float w[2 * RADIUS + 1] = { 1, 2, 4, 2, 1 }, *x = counted<float>(n), *y = unset<float>(n);
    cudaMemcpyToSymbol(weights, w, sizeof w);
    filter<<<(n + 127) / 128, 128>>>(y, x, n);
    return end(differ(y + RADIUS, n - 2 * RADIUS, [](int i) { return 10 * (i + RADIUS); }));
}
