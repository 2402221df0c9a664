/* finds: uninitialized */
/* The memset leaves out the last byte of the last int. */
#include "../host.h"

__global__ void sum(int *total, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = x[i] + 1; // HERE
}

int main(void)
{
    const int n = 64;
    int *x = unset<int>(n), *d = unset<int>(n);
    cudaMemset(x, 0, n * sizeof(int) - 1);
    sum<<<1, n>>>(d, x, n);
    return end();
}
