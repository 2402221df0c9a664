/* finds: uninitialized */
/* The size is that of half as many doubles, and some bytes. */
#include "../host.h"

__global__ void sum(double *total, const double *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = x[i] + 1; // HERE
}

int main(void)
{
    const int n = 64;
    double *x = unset<double>(n), *d = unset<double>(n);
    cudaMemset(x, 0, n * sizeof(double) - 3);
    sum<<<1, n>>>(d, x, n);
    return end();
}
