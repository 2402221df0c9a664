/* finds: barrier-divergence */
/* A thread that has found its value leaves the loop, and the others wait for it at the barrier in
 * the loop while it waits at the one after. */
#include "../host.h"

__global__ void search(int *steps, const int *x, int n)
{
    __shared__ int window[64];
    int t = threadIdx.x, round = 0;
    for (; round < n / 64; round++) {
        window[t] = x[round * 64 + t];
        if (window[t] > 100)
            break;
        __syncthreads(); // HERE
    }
    __syncthreads(); // HERE
    steps[t] = round;
} // HERE

int main(void)
{
    const int n = 256;
    int *x = counted<int>(n), *steps = unset<int>(64);
    search<<<1, 64>>>(steps, x, n);
    return end();
}
