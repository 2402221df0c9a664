/* finds: barrier-divergence */
/* Threads past the end return before the barrier that the others wait at. */
#include "../host.h"

__global__ void reverse(int *x, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n)
        return; // HERE
    s[t] = x[t];
    __syncthreads(); // HERE
    x[t] = s[n - 1 - t];
} // HERE

int main(void)
{
    const int n = 50;
    int *x = counted<int>(n);
    reverse<<<1, 64>>>(x, n);
    return end(at(x, 7) != 42);
}
