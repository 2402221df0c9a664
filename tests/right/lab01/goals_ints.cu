/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 done, gpu_ex12 done */
/* 1.1: as many blocks as SMs, eight times, of 1,024 threads. 1.2: 16 bytes by int4. */
#include "all_but_ex11_and_ex12.h"

__global__ void by_warps(float *c, const float *a, const float *b, int n)
{
    int warps = gridDim.x * blockDim.x / 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

    for (int strip = warp; strip < n / 32 + 1; strip += warps) {
        int i = 32 * strip + threadIdx.x % 32;
        if (i < n)
            c[i] = a[i] + b[i];
    }
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    int sms = 1;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    by_warps<<<8 * sms, 1024>>>(d_c, d_a, d_b, n);
}

static __device__ int sum_of(int x, int y)
{
    return __float_as_int(__int_as_float(x) + __int_as_float(y));
}

__global__ void by_ints(float *c, const float *a, const float *b, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, i = t << 2;

    if (i + 4 <= n) {
        int4 x = ((const int4 *)a)[t], y = ((const int4 *)b)[t], z;
        z.x = sum_of(x.x, y.x);
        z.y = sum_of(x.y, y.y);
        z.z = sum_of(x.z, y.z);
        z.w = sum_of(x.w, y.w);
        ((int4 *)c)[t] = z;
        return;
    }
    while (i < n) {
        c[i] = a[i] + b[i];
        i++;
    }
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    by_ints<<<(n + 4 * 64 - 1) / (4 * 64), 64>>>(d_c, d_a, d_b, n);
}
