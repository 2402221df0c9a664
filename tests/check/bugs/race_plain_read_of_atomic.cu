/* finds: race */
/* Some threads count with atomics, others read the count in the same launch. */
#include "../host.h"

__global__ void follow(unsigned *count, unsigned *seen, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] < 0)
        atomicAdd(count, 1u); // HERE
    if (i < n)
        seen[i] = *count; // HERE
}

int main(void)
{
    const int n = 600;
    float *x = made<float>(n, [](int i) { return i % 2 ? 1 : -1; });
    unsigned *seen = unset<unsigned>(n), *count = zeros<unsigned>();
    follow<<<5, 120>>>(count, seen, x, n);
    return end();
}
