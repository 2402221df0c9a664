/* finds: race */
/* A template reduction for any type: the barrier after the loads is missing, so threads add what
 * their neighbours may not have loaded yet. The array is zeroed first, so nothing is unset. */
#include "../host.h"

template <typename T, int BLOCK> __global__ void reduce(T *out, const T *in)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    s[t] = T(0);
    __syncthreads();
    s[t] = in[blockIdx.x * BLOCK + t]; // HERE
    for (int stride = BLOCK / 2; stride > 0; stride >>= 1) {
        if (t < stride)
            s[t] += s[t + stride]; // HERE
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

int main(void)
{
    const int blocks = 8, block = 128, n = blocks * block;
    double *x = counted<double>(n), *sums = unset<double>(blocks);
    reduce<double, block><<<blocks, block>>>(sums, x);
    return end();
}
