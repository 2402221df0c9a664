/* finds: out-of-bounds */
/* The guard says <= n: one thread reads and writes one element too many. */
#include "../host.h"

__global__ void add(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        c[i] = a[i] + b[i]; // HERE
}

int main(void)
{
    const int n = 1000;
    float *a = counted<float>(n), *b = counted<float>(n), *c = unset<float>(n);
    add<<<(n + 255) / 256, 256>>>(c, a, b, n);
    return end(at(c, 7) != 14);
}
