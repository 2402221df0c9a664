/* warns: without __syncwarp\(\) between these steps of a warp their order is undefined since Volta */
/* A volatile pointer to the array, in the kernel itself; not every lane takes each step; a maximum. */
#include "include/common.h"

__global__ void largest(const float *in, float *out)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        volatile float *v = s;
        v[t] = fmaxf(v[t], v[t + 32]); /* here */
        if (t < 16) v[t] = fmaxf(v[t], v[t + 16]);
        if (t < 8) v[t] = fmaxf(v[t], v[t + 8]);
        if (t < 4) v[t] = fmaxf(v[t], v[t + 4]);
        if (t < 2) v[t] = fmaxf(v[t], v[t + 2]);
        if (t < 1) v[t] = fmaxf(v[t], v[t + 1]);
    }
    if (t == 0) *out = s[0];
}

int main()
{
    float *in = managed<float>(64), *out = managed<float>(1);
    for (int where = 0; where < 64; where++) {
        for (int i = 0; i < 64; i++) in[i] = (float)(i * 37 % 64);
        in[where] = 100;
        largest<<<1, 64>>>(in, out);
        SYNC();
        EXPECT(*out, 100);
    }
    return 0;
}
