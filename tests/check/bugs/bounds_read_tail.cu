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
    float a[n], b[n];
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    float *d_a = copy_of(a, n), *d_b = copy_of(b, n), *c = unset<float>(n);
    add<<<(n + 255) / 256, 256>>>(c, d_a, d_b, n);
    return end(at(c, 7) != 21);
}
