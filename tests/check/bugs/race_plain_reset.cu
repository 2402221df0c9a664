/* finds: race */
/* Block 0 zeroes the counter in the launch whose other blocks already count with atomics. */
#include "../host.h"

__global__ void count_big(int *count, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *count = 0; // HERE
    __syncthreads();
    if (i < n && x[i] > 5)
        atomicAdd(count, 1); // HERE
}

int main(void)
{
    const int n = 1000;
    int *x = made<int>(n, [](int i) { return i % 10; }), *count = zeros<int>();
    count_big<<<8, 125>>>(count, x, n);
    return end(at(count) != 400);
}
