/* bfloat16: conversions and arithmetic against doubles, for many bit patterns; pairs, comparisons,
 * functions, atomics; together with half precision. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>
#include "include/common.h"

/* Converts, adds, multiplies and fuses numbers of all sizes. */
struct row { float a, b, c;
    unsigned short converted, sum, product, fused, quotient, root, integer, from_double; int i; double d; };

__global__ void compute(row *rows, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    row &r = rows[k];
    __nv_bfloat16 a = __float2bfloat16(r.a), b = __float2bfloat16_rn(r.b), c = r.c;
    r.converted = __bfloat16_as_ushort(a);
    r.sum = __bfloat16_as_ushort(a + b);
    r.product = __bfloat16_as_ushort(__hmul(a, b));
    r.fused = __bfloat16_as_ushort(__hfma(a, b, c));
    r.quotient = __bfloat16_as_ushort(a / b);
    r.root = __bfloat16_as_ushort(hsqrt(__habs(a)));
    r.integer = __bfloat16_as_ushort(__int2bfloat16_rn(r.i));
    r.from_double = __bfloat16_as_ushort(__double2bfloat16(r.d));
}

/* Near the middle between two bfloat16, and near one, where a double is too coarse. */
__global__ void from_integers(const unsigned long long *from, unsigned short *to) {
    unsigned long long u = from[threadIdx.x];
    long long s = u;
    __nv_bfloat16 all[] = { __ull2bfloat16_rn(u), __ull2bfloat16_rz(u), __ull2bfloat16_rd(u), __ull2bfloat16_ru(u),
        __ll2bfloat16_rn(s), __ll2bfloat16_rz(s), __ll2bfloat16_rd(s), __ll2bfloat16_ru(s) };
    for (int i = 0; i < 8; i++) to[8 * threadIdx.x + i] = __bfloat16_as_ushort(all[i]);
}

__global__ void others(float *p, __nv_bfloat16 *x, __nv_bfloat162 *y) {
    int k = 0;
    __nv_bfloat162 v = __floats2bfloat162_rn(1.5f, -2.0f), w = make_bfloat162(0.5f, 4.0f);
    v = __hfma2(v, w, __float2bfloat162_rn(1.0f));
    p[k++] = __low2float(v);
    p[k++] = __high2float(v);
    float2 f = __bfloat1622float2(v * w);
    p[k++] = f.x + f.y;
    p[k++] = __hlt(v.x, v.y) + 2 * __hgt(v.x, v.y) + 4 * (v.x == v.x) + 8 * __hisnan(__ushort_as_bfloat16(0x7fff));
    p[k++] = __hmax(v.x, v.y) - __hmin(v.x, v.y);
    p[k++] = (float)hexp(__nv_bfloat16(0.0f)) + (float)h2sqrt(w).y;
    p[k++] = __bfloat162float(__float2bfloat16_rz(1.9999f)) - __bfloat162float(__float2bfloat16_ru(1.0001f));
    p[k++] = __bfloat162int_rz(__float2bfloat16(-2.5f)) + (int)__nv_bfloat16(7.75f);
    atomicAdd(x, __nv_bfloat16(1.0f));
    atomicAdd(y, __floats2bfloat162_rn(1.0f, 2.0f));
    nv_bfloat16 h = 3;
    h += __float2bfloat16(0.25f);
    ++h;
    p[k++] = h;
    p[k++] = __half2float(__hadd(__float2half(1.0f), __float2half(2.0f)));
}

static double value(unsigned short bits) {
    unsigned x = (unsigned)bits << 16;
    float f;
    memcpy(&f, &x, sizeof f);
    return f;
}

/* Is it the nearest of the exact value, of two equally near the even one? */
static bool nearest(unsigned short bits, long double exact) {
    if (isnan((double)exact)) return (bits & 0x7fff) > 0x7f80;
    if ((bits & 0x7fff) == 0x7f80) return fabsl(exact) >= 0x1.ffp127L;
    if ((bits & 0x7fff) > 0x7f80) return false;
    long double mine = fabsl(value(bits) - exact);
    for (int step = -1; step <= 1; step += 2) {
        unsigned short other = bits + step;
        if ((bits & 0x7fff) == 0 && step < 0) other = bits ^ 0x8001;
        if ((other & 0x7fff) >= 0x7f80) continue;
        long double its = fabsl(value(other) - exact);
        if (its < mine || (its == mine && bits & 1)) return false;
    }
    return true;
}

/* Four roundings of exact: to nearest, to zero, down, up. */
static bool rounded(const unsigned short *bits, long double exact) {
    long double down = value(bits[2]), up = value(bits[3]);
    bool between = down == up ? exact == up : down < exact && exact < up && abs(bits[2] - bits[3]) == 1;
    return nearest(bits[0], exact) && between && bits[1] == bits[exact < 0 ? 3 : 2];
}

static void integers() {
    unsigned long long *from = managed<unsigned long long>(12);
    unsigned short *to = managed<unsigned short>(8 * 12);
    for (int bits = 8; bits < 64; bits++) /* of the integer, after the first */
        for (unsigned long long first = 128; first < 256; first += 127) {
            for (int i = 0; i < 12; i++)
                from[i] = (i & 1 ? -1 : 1) * ((2 * first + (i / 2) % 2 << (bits - 8)) + i / 4 - 1);
            from_integers<<<1, 12>>>(from, to);
            SYNC();
            for (int i = 0; i < 12; i++)
                EXPECT(rounded(to + 8 * i, from[i]) && rounded(to + 8 * i + 4, (long long)from[i]), true);
        }
}

int main() {
    integers();
    const int n = 1 << 16;
    row *rows = managed<row>(n);
    unsigned seed = 1;
    auto next = [&] { return seed = seed * 1664525u + 1013904223u; };
    for (int k = 0; k < n; k++) {
        unsigned x = next(), y = next() & 0xffff0000u, z = next() & 0xffff0000u;
        if (k % 4 == 0) x = (unsigned)k << 16 | 0x8000u;
        else if (k % 4 != 1) { /* numbers of like size, and sums that are nearly halfway */
            x = (x & 0x807f0000u) | 0x3f800000u;
            y = (y & 0x807f0000u) | 0x3f800000u;
            z = (z & 0x807f0000u) | (k % 4 == 2 ? 0x3f800000u : 0x10000000u);
        }
        memcpy(&rows[k].a, &x, 4);
        memcpy(&rows[k].b, &y, 4);
        memcpy(&rows[k].c, &z, 4);
        rows[k].i = (int)(next() >> next() % 31);
        rows[k].d = 1.0 + (int)(next() >> 24) / 128.0 + 1.0 / 256 + ((int)(next() % 3) - 1) * 1e-12;
    }
    compute<<<(n + 255) / 256, 256>>>(rows, n);
    SYNC();
    for (int k = 0; k < n; k++) {
        const row &r = rows[k];
        long double a = value(r.converted), b = r.b, c = r.c;
        EXPECT(nearest(r.converted, r.a), true);
        EXPECT(nearest(r.sum, a + b), true);
        EXPECT(nearest(r.product, a * b), true);
        long double product = a * b; /* exact; long double cuts off only what decides a tie */
        long double fused = product + c;
        if (isfinite((double)c) && isfinite((double)product) && fused == product && c != 0)
            fused = nextafterl(product, c > 0 ? INFINITY : -INFINITY);
        if (k % 4 != 1) EXPECT(nearest(r.fused, fused), true);
        if (b != 0 && isfinite((double)b)) EXPECT(nearest(r.quotient, a / b), true);
        EXPECT(nearest(r.root, sqrtl(fabsl(a))), true);
        EXPECT(nearest(r.integer, r.i), true);
        EXPECT(nearest(r.from_double, r.d), true);
    }
    float *p = managed<float>(10);
    __nv_bfloat16 *x = managed<__nv_bfloat16>(1);
    __nv_bfloat162 *y = managed<__nv_bfloat162>(1);
    memset((void *)x, 0, sizeof *x);
    memset((void *)y, 0, sizeof *y);
    others<<<1, 1>>>(p, x, y);
    SYNC();
    const float want[] = { 1.75f, -7, 0.875f - 28, 2 + 4 + 8, 8.75f, 1 + 2, 1.9921875f - 1.0078125f, -2 + 7, 4.25f, 3 };
    for (int i = 0; i < 10; i++) EXPECT(p[i], want[i]);
    EXPECT((float)*x, 1.0f);
    EXPECT(__high2float(*y), 2.0f);
    return 0;
}
