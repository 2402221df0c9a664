/* finds: out-of-bounds */
/* The last thread has no right neighbour, and reads it. */
#include "../host.h"

__global__ void forward(float *d, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float here = x[i];
    float next = x[i + 1]; // HERE
    d[i] = next - here;
}

int main(void)
{
    const int n = 777;
    float *x = made<float>(n, [](int i) { return 2 * i; }), *d = unset<float>(n);
    forward<<<(n + 63) / 64, 64>>>(d, x, n);
    return end(at(d, 7) != 2);
}
