/* finds: race */
/* A stencil that writes over its own input: a neighbour may be old or new. */
#include "../host.h"

__global__ void smooth(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3; // HERE
}

int main(void)
{
    const int n = 2000;
    float *x = made<float>(n, [](int i) { return i % 100; });
    smooth<<<(n + 127) / 128, 128>>>(x, n);
    return end();
}
