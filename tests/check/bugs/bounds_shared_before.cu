/* finds: out-of-bounds */
/* A function gets a pointer into the only shared array: thread 0 reads what lies before it. */
#include "../host.h"

__device__ int step_from(const int *s)
{
    return s[0] - s[-1]; // HERE
}

__global__ void steps(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = step_from(s + threadIdx.x);
}

int main(void)
{
    int *out = unset<int>(64), *in = counted<int>(64);
    steps<<<1, 64>>>(out, in);
    return end();
}
