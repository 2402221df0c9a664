/* What a GPU computes where C++ leaves it open: shifts by the width and more, real numbers that an integer
 * cannot hold. The expected values are PTX's: shl and shr clamp the count, cvt saturates, a NaN is 0 where neither a
 * double nor a 64-bit integer takes part, else the highest bit alone; an H200 gives the same. The fast
 * functions are as the programming guide says: __powf by exp2f(y * log2f(x)), __fdividef by more than 2^126 is 0. */
#include <limits.h>
#include <stdio.h>
#include <cuda_runtime.h>

__constant__ float scale = 2.5f;

template <class T> __device__ T half_of(T x, T one) { return x >> one; }

struct fields {
    unsigned low : 4, high : 8;
};

__global__ void shifts(long long *o, unsigned n, fields f)
{
    unsigned ones = (1u << n) - 1, one = 1;
    int negative = -8, small = 5;
    long long wide = 1;
    if (threadIdx.x)
        return;
    o[0] = ones;
    o[1] = negative >> n;
    o[2] = wide << n;
    o[3] = wide << 2 * n;
    one <<= n;
    o[4] = one;
    negative >>= n + 1;
    o[5] = negative;
    f.low <<= 1;
    o[6] = f.high << n;
    o[7] = half_of(12, 1);
    o[8] = half_of(12u, 33u);
    o[9] = small << (n & 31) | ones >> n;
    o[10] = small < 7 && (ones >> n) < 3;
    for (unsigned s = blockDim.x >> 1; s > 0; s >>= 1)
        o[11] += s;
    const int sizes[(1 << 2) + (int)1.5f] = { 1, 2 };
    o[12] = (int)(sizeof sizes / sizeof *sizes) + f.low;
}

__global__ void conversions(long long *o, float big, double nan, float x)
{
    o[0] = (int)big;
    o[1] = int(-big);
    o[2] = static_cast<unsigned>(-x);
    o[3] = (int)nan;
    o[4] = (unsigned char)x;
    o[5] = (short)(-70000.f - x);
    o[6] = (long long)(big * big);
    o[7] = (unsigned int)3.9 + (int)(scale * scale);
    o[8] = (unsigned)4294967295.0;
    o[9] = (int)-2147483648.0f == INT_MIN + int();
    o[10] = -(int)x + (int)sizeof(int) + (int)'a';
    o[11] = (int)(-x * 1e9f);
    o[12] = (int)(float)nan;
    o[13] = (unsigned)nan;
    o[14] = __double2int_rz(nan) == INT_MIN && __float2int_rz((float)nan) == 0;
    o[15] = __float2ll_rn((float)nan);
}

/* Without a cast: where a variable is declared, and where one of the function's own is stored to. */
__global__ void stores(long long *o, unsigned char *image, int *__restrict__ bins, float big, float below, float nan)
{
    __shared__ unsigned short tile[2][2];
    int i = big, j = 1, k = below;
    const unsigned u = below;
    for (int n = nan; n < 1; n++)
        image[0] = below;
    image[1] = i > 0 ? 255.9f : 0.f;
    *bins = nan;
    bins[1] = big * j;
    tile[1][0] = below;
    o[0] = i, o[1] = k;
    o[2] = u;
    o[3] = image[0];
    o[4] = image[1];
    o[5] = bins[0];
    o[6] = bins[1];
    o[7] = tile[1][0];
    {
        float j = 2.5f;
        j = below / 2;
        o[8] = j == -2.75f;
    }
    j = nan;
    o[9] = nan + j;
}

__global__ void fast(long long *o, float x, float large)
{
    o[0] = isnan(__powf(x, 2.f));
    o[1] = (long long)roundf(__powf(-x, 3.f));
    o[2] = __fdividef(1.f, large) == 0 && 1.f / large > 0;
    o[3] = (long long)__fdividef(6.f, -x);
}

static int differ(const char *what, const long long *got, const long long *want, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; i++)
        if (got[i] != want[i])
            wrong += printf("%s %d: %lld, expected %lld\n", what, i, got[i], want[i]);
    return wrong;
}

int main(void)
{
    const long long shifted[13] = { 0xffffffff, -1, 1ll << 32, 0, 0, -1, 0, 6, 0, 5, 1, 7, 11 };
    const long long converted[16] = { INT_MAX, INT_MIN, 0, INT_MIN, 44, -4764, LLONG_MAX, 9, 4294967295, 1,
                                      -300 + 4 + 'a', INT_MIN, 0, 1ll << 31, 1, LLONG_MIN };
    long long *d, h[16];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    shifts<<<1, 8>>>(d, 32, fields{ 3, 5 });
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = differ("shift", h, shifted, 13);
    volatile double zero = 0;
    conversions<<<1, 1>>>(d, 1e20f, zero / zero, 300.f);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    wrong += differ("conversion", h, converted, 16);
    const long long stored[10] = { INT_MAX, -5, 0, 0, 255, 0, INT_MAX, 0, 1, LLONG_MIN };
    stores<<<1, 1>>>(d, (unsigned char *)(d + 10), (int *)(d + 11), 1e20f, -5.5f, zero / zero);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    wrong += differ("store", h, stored, 10);
    const long long quick[4] = { 1, 8, 1, 3 };
    fast<<<1, 1>>>(d, -2.f, 1.5e38f);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    wrong += differ("fast function", h, quick, 4);
    cudaFree(d);
    return wrong != 0;
}
