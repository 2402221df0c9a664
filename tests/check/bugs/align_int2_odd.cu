/* finds: misaligned */
/* Pairs that begin at every int, not at every second: half of the loads are misaligned. */
#include "../host.h"

__global__ void pair_sums(int *sums, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) {
        int2 pair = *(const int2 *)&x[i]; // HERE
        sums[i] = pair.x + pair.y;
    }
}

int main(void)
{
    const int n = 500;
    int *x = counted<int>(n), *sums = unset<int>(n);
    pair_sums<<<4, 128>>>(sums, x, n);
    return end();
}
