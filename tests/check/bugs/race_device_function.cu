/* finds: race */
/* The race is in a function that the kernel calls: it adds to its neighbour's place. */
#include "../host.h"

__device__ void spread(float *s, int t, float amount)
{
    s[t + 1] += amount; // HERE
    s[t] -= amount;     // HERE
}

__global__ void diffuse(float *x)
{
    __shared__ float s[97];
    int t = threadIdx.x;
    s[t] = x[t];
    if (t == 0)
        s[96] = 0;
    __syncthreads();
    spread(s, t, 0.5f);
    __syncthreads();
    x[t] = s[t];
}

int main(void)
{
    float *x = counted<float>(96);
    diffuse<<<1, 96>>>(x);
    return end();
}
