/* finds: out-of-bounds */
/* A pointer into a shared array outside of the kernel runs past its end. */
#include "../host.h"

__shared__ float row[32];

__device__ float next(const float *p)
{
    return p[1]; // HERE
}

__global__ void shift(float *out)
{
    int t = threadIdx.x;
    row[t] = t;
    __syncthreads();
    out[t] = next(&row[t]);
}

int main(void)
{
    float *d = unset<float>(32);
    shift<<<1, 32>>>(d);
    return end();
}
