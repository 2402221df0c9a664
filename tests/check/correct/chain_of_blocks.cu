/* Each block waits for the flag of the one before, adds to its sum and hands
 * on: all blocks read what block 0 wrote, through a chain of fences and
 * atomics. */
#include "../host.h"

__global__ void chain(int *sums, int *flags, int *origin, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    if (b == 0) {
        *origin = 1000;
        sums[0] = 1;
    } else {
        while (atomicAdd(&flags[b - 1], 0) == 0)
            ;
        __threadfence();
        sums[b] = sums[b - 1] + b + 1;
    }
    __threadfence();
    atomicExch(&flags[b], 1);
    out[b] = *origin + sums[b];
}

int main(void)
{
    const int n = 40;
    int *sums = unset<int>(n), *flags = zeros<int>(n), *origin = unset<int>();
    int *out = unset<int>(n);
    chain<<<n, 32>>>(sums, flags, origin, out);
    return end(differ(out, n, [](int i) { return 1000 + (i + 1) * (i + 2) / 2; }));
}
