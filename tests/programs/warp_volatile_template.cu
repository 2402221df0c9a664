/* warns: without __syncwarp\(\) between these steps of a warp their order is undefined since Volta */
/* The last warp of Harris's reduction, unrolled: many blocks of many warps, half of which wait or have ended. */
#include "include/common.h"

template <unsigned size> __device__ void last_warp(volatile int *s, unsigned t)
{
    if (size >= 64) s[t] += s[t + 32]; /* here */
    if (size >= 32) s[t] += s[t + 16];
    if (size >= 16) s[t] += s[t + 8];
    if (size >= 8) s[t] += s[t + 4];
    if (size >= 4) s[t] += s[t + 2];
    if (size >= 2) s[t] += s[t + 1];
}

template <unsigned size> __global__ void reduce(const int *in, int *out, unsigned n)
{
    extern __shared__ int s[];
    unsigned t = threadIdx.x, i = blockIdx.x * size * 2 + t;
    s[t] = 0;
    for (; i < n; i += size * 2 * gridDim.x) s[t] += in[i] + (i + size < n ? in[i + size] : 0);
    __syncthreads();
    if (size >= 256) { if (t < 128) s[t] += s[t + 128]; __syncthreads(); }
    if (size >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
    if (t < 32) last_warp<size>(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}

int main()
{
    const int n = 10000;
    int *in = managed<int>(n), *out = managed<int>(7), sum = 0;
    for (int i = 0; i < n; i++) in[i] = i % 17;
    for (int i = 0; i < n; i++) sum += in[i];
    reduce<256><<<7, 256, (256 + 32) * sizeof(int)>>>(in, out, n);
    SYNC();
    int a = 0, b = 0;
    for (int i = 0; i < 7; i++) a += out[i];
    reduce<64><<<7, 64, 96 * sizeof(int)>>>(in, out, n);
    SYNC();
    for (int i = 0; i < 7; i++) b += out[i];
    EXPECT(a, sum);
    EXPECT(b, sum);
    return 0;
}
