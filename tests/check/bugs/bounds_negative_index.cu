/* finds: out-of-bounds */
/* The first thread of the grid reads x[-1]. */
#include "../host.h"

__global__ void backward(float *d, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = x[i] - x[i - 1]; // HERE
}

int main(void)
{
    const int n = 512;
    float *d = unset<float>(n), *x = made<float>(n, [](int i) { return 3 * i; });
    backward<<<4, 128>>>(d, x, n);
    return end(at(d, 7) != 3);
}
