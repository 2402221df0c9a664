/* As the older samples have it: a volatile flag and fences instead of atomics.
 */
#include "../host.h"

__global__ void chain(volatile int *sums, volatile int *flags, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        int before = 0;
        if (b > 0) {
            while (flags[b - 1] == 0)
                ;
            __threadfence();
            before = sums[b - 1];
        }
        sums[b] = before + b;
        __threadfence();
        flags[b] = 1;
        out[b] = before + b;
    }
}

int main(void)
{
    const int n = 30;
    int *sums = unset<int>(n), *flags = zeros<int>(n), *out = unset<int>(n);
    chain<<<n, 32>>>(sums, flags, out);
    return end(differ(out, n, [](int i) { return i * (i + 1) / 2; }));
}
