/* finds: uninitialized */
/* The stencil writes the inner elements only; the next step reads the edges too. */
#include "../host.h"

__global__ void inner(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = (in[i - 1] + in[i + 1]) / 2;
}

__global__ void scale(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i]; // HERE
}

int main(void)
{
    const int n = 1000;
    float *a = counted<float>(n), *b = unset<float>(n);
    inner<<<8, 125>>>(b, a, n);
    scale<<<8, 125>>>(a, b, n);
    return end(at(a, 10) != 20);
}
