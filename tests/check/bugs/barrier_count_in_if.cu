/* finds: barrier-divergence */
/* Only threads with work ask how many there are: __syncthreads_count is a barrier for all. */
#include "../host.h"

__global__ void count_positive(int *counts, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int count = 0;
    if (i < n)
        count = __syncthreads_count(x[i] > 0); // HERE
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
} // HERE

int main(void)
{
    const int n = 300;
    int *x = made<int>(n, [](int i) { return i - 100; }), *counts = unset<int>(3);
    count_positive<<<3, 128>>>(counts, x, n);
    return end();
}
