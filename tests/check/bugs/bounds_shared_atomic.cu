/* finds: out-of-bounds */
/* Ten bins in shared memory, and the value 100 belongs to an eleventh. */
#include "../host.h"

__global__ void histogram(int *out, const int *x, int n)
{
    __shared__ int bins[10];
    __shared__ int spare[10];
    int t = threadIdx.x;
    if (t < 10)
        bins[t] = spare[t] = 0;
    __syncthreads();
    if (t < n)
        atomicAdd(&bins[x[t] / 10], 1); // HERE
    __syncthreads();
    if (t < 10)
        out[t] = bins[t] + spare[t];
}

int main(void)
{
    const int n = 101;
    int *x = counted<int>(n), *out = unset<int>(10);
    histogram<<<1, 128>>>(out, x, n);
    return end(at(out) != 10);
}
