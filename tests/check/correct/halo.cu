/* A 1-D stencil with its halo in shared memory; several blocks read the same elements. */
#include "../host.h"

#define BLOCK  128
#define RADIUS 3

__global__ void stencil(int *out, const int *in, int n)
{
    __shared__ int s[BLOCK + 2 * RADIUS];
    int first = blockIdx.x * BLOCK - RADIUS, t = threadIdx.x, sum = 0;
    for (int k = t; k < BLOCK + 2 * RADIUS; k += BLOCK)
        s[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
    __syncthreads();
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += s[t + k];
    if (first + RADIUS + t < n)
        out[first + RADIUS + t] = sum;
}

int main(void)
{
    const int n = 1000;
    int *x = counted<int>(n), *y = unset<int>(n);
    stencil<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(y, x, n);
    return end(differ(y, n, [](int i) {
        int sum = 0;
        for (int k = i - RADIUS; k <= i + RADIUS; k++)
            sum += k >= 0 && k < n ? k : 0;
        return sum;
    }));
}
