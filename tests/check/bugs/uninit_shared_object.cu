/* finds: uninitialized */
/* A constructor sets each sum to zero, but nobody runs it in shared memory. */
#include "../host.h"

struct counter {
    int n;
    __host__ __device__ counter() : n(0)
    {
    }
};

__global__ void count(int *out, const int *in)
{
    __shared__ counter sums[4];
    atomicAdd(&sums[threadIdx.x % 4].n, in[threadIdx.x]); // HERE
    __syncthreads();
    out[threadIdx.x] = sums[threadIdx.x % 4].n; // HERE
}

int main(void)
{
    int *out = unset<int>(64), *in = filled<int>(64, 1);
    count<<<1, 64>>>(out, in);
    return end();
}
