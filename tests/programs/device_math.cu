// Mathematics on the device against double on the host: standard functions, CUDA's own, fast
// intrinsics, integer intrinsics, conversions and bit casts.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <climits>
#include <cstring>

#define UNARY(name, device, host, tolerance) \
    struct name { static __device__ double dev(double x) { return device; } \
                  static double ref(double x) { return host; } static constexpr double tol = tolerance; \
                  static const char *text() { return #device; } };
#define F ((float)x)

UNARY(Sin, sinf(F), sin(x), 1e-6)            UNARY(Cos, cosf(F), cos(x), 1e-6)
UNARY(Tan, tan(x), tan(x), 1e-12)            UNARY(Exp, expf(F), exp(x), 1e-6)
UNARY(Exp2, exp2f(F), exp2(x), 1e-6)         UNARY(Exp10, exp10f(F), pow(10, x), 1e-5)
UNARY(Log, logf(F), log(x), 1e-6)            UNARY(Log2, log2f(F), log2(x), 1e-6)
UNARY(Log10, log10(x), log10(x), 1e-12)      UNARY(Log1p, log1pf(F), log1p(x), 1e-6)
UNARY(Sqrt, sqrtf(F), sqrt(x), 1e-6)         UNARY(Rsqrt, rsqrtf(F), 1 / sqrt(x), 1e-6)
UNARY(Rsqrtd, rsqrt(x), 1 / sqrt(x), 1e-12)  UNARY(Cbrt, cbrtf(F), cbrt(x), 1e-6)
UNARY(Rcbrt, rcbrtf(F), 1 / cbrt(x), 1e-6)   UNARY(Pow, powf(F, 1.7f), pow(x, (double)1.7f), 1e-5)
UNARY(Atan2, atan2f(F, 2.0f), atan2(x, 2), 1e-6) UNARY(Hypot, hypotf(F, 3.0f), hypot(x, 3), 1e-6)
UNARY(Rhypot, rhypotf(F, 3.0f), 1 / hypot(x, 3), 1e-6) UNARY(Norm, norm3df(F, 1.f, 2.f), sqrt(x * x + 5), 1e-6)
UNARY(Erf, erff(F), erf(x), 1e-6)            UNARY(Erfc, erfc(x), erfc(x), 1e-10)
UNARY(Erfinv, erff(erfinvf(F / 10)), x / 10, 1e-5) UNARY(Normcdf, normcdff(F), 0.5 * erfc(-x / sqrt(2.)), 1e-6)
UNARY(Gamma, tgammaf(F), tgamma(x), 1e-4)    UNARY(Lgamma, lgammaf(F), lgamma(x), 1e-5)
UNARY(Sinh, sinhf(F), sinh(x), 1e-5)         UNARY(Tanh, tanhf(F), tanh(x), 1e-6)
UNARY(Asinh, asinhf(F), asinh(x), 1e-6)      UNARY(Sinpi, sinpif(F), sin(M_PI * x), 1e-5)
UNARY(Cospi, cospi(x), cos(M_PI * x), 1e-12) UNARY(Fmod, fmodf(F, 0.7f), fmod(x, (double)0.7f), 1e-5)
UNARY(Floor, floorf(F) + ceilf(F) + truncf(F), floor(x) + ceil(x) + trunc(x), 0)
UNARY(Round, roundf(F) + rintf(F), round(x) + rint(x), 0)
UNARY(Fma, fmaf(F, F, 1.0f), x * x + 1, 1e-6) UNARY(Fmad, fma(x, x, 1.0), x * x + 1, 1e-14)
UNARY(MinMax, fminf(F, 2.f) + fmaxf(F, 3.f) + fdimf(F, 1.f), fmin(x, 2) + fmax(x, 3) + fdim(x, 1), 1e-6)
UNARY(Abs, fabsf(-F) + abs(-x) + abs(-3), x + x + 3, 1e-6) UNARY(Copysign, copysignf(F, -1.f), -x, 1e-6)
UNARY(Erfcx, erfcx(x) + erfcxf(F), 2 * exp(x * x) * erfc(x), 1e-6)
UNARY(Bessel, cyl_bessel_i0(x) + cyl_bessel_i1f(F), std::cyl_bessel_i(0, x) + std::cyl_bessel_i(1, x), 1e-6)
UNARY(Rnorm, rnorm4df(F, 1.f, 2.f, 3.f) + rnorm(1, &x), 1 / sqrt(x * x + 14) + 1 / x, 1e-6)
UNARY(FastSin, __sinf(F) + __cosf(F), sin(x) + cos(x), 1e-3)
UNARY(FastExp, __expf(F), exp(x), 1e-4)
UNARY(FastLog, __logf(F) + __log2f(F) + __log10f(F), log(x) + log2(x) + log10(x), 1e-3)
UNARY(FastPow, __powf(F, 2.5f), pow(x, 2.5), 1e-3) UNARY(FastDiv, __fdividef(1.0f, F), 1 / x, 1e-5)
UNARY(Rounded, __fadd_rn(F, 1.0f) * __fmul_rn(F, 2.f) + __fsqrt_rn(F) + __frcp_rn(F),
    (x + 1) * 2 * x + sqrt(x) + 1 / x, 1e-5)
UNARY(Saturate, __saturatef(F - 2) + __fmaf_rn(F, 2.f, 1.f) + __frsqrt_rn(F),
    fmin(fmax(x - 2, 0), 1) + 2 * x + 1 + 1 / sqrt(x), 1e-5)
UNARY(Dadd, __dadd_rn(x, 1) * __dmul_rn(x, x) + __dsqrt_rn(x) + __ddiv_rn(1, x) + __fma_rn(x, x, x),
    (x + 1) * x * x + sqrt(x) + 1 / x + x * x + x, 1e-10)
UNARY(Std, std::sqrt(F) + std::abs(-F) + std::pow(x, 2), sqrt(x) + x + x * x, 1e-5)

template <class Op> __global__ void apply(double *out, const double *in, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = Op::dev(in[i]);
}

template <class Op> int try_one(double *out, const double *in, int n)
{
    apply<Op><<<1, 64>>>(out, in, n);
    if (cudaError_t e = cudaDeviceSynchronize()) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); return 1; }
    for (int i = 0; i < n; i++) {
        double want = Op::ref(in[i]);
        if (!(fabs(out[i] - want) <= Op::tol * (1 + fabs(want)))) {
            fprintf(stderr, "%s of %.9g: %.9g, not %.9g\n", Op::text(), in[i], out[i], want);
            return 1;
        }
    }
    return 0;
}
template <class... Ops> int try_all(double *out, const double *in, int n) {
    return (0 + ... + try_one<Ops>(out, in, n)); }

__global__ void integers(long long *o)
{
    int k = 0;
    o[k++] = __popc(0xF0F0u);                 o[k++] = __popcll(~0ull);
    o[k++] = __clz(1);                        o[k++] = __clz(0);
    o[k++] = __clzll(1ll << 40);              o[k++] = __ffs(0) * 100 + __ffs(12);
    o[k++] = __ffsll(1ll << 50);              o[k++] = __brev(1u);
    o[k++] = __brevll(2ull) == 1ull << 62;    o[k++] = __umulhi(0x80000000u, 6u);
    o[k++] = __mulhi(-5, 3);                  o[k++] = __umul64hi(1ull << 63, 6ull);
    o[k++] = __mul64hi(-1, 5);                o[k++] = __mul24(-3, 7);
    o[k++] = __umul24(0x1000003u, 2u);        o[k++] = __sad(-3, 4, 10u);
    o[k++] = __hadd(7, 8);                    o[k++] = __rhadd(7, 8);
    o[k++] = __byte_perm(0x33221100u, 0x77665544u, 0x7531);
    o[k++] = __funnelshift_l(0x80000000u, 1u, 4);
    o[k++] = __float_as_int(1.0f);            o[k++] = __int_as_float(0x40490fdb) * 1000;
    o[k++] = __double_as_longlong(2.0) >> 52; o[k++] = __longlong_as_double(0x4000000000000000ll) * 3;
    o[k++] = __float2int_rn(2.5f);            o[k++] = __float2int_rz(-2.9f);
    o[k++] = __float2int_ru(2.1f);            o[k++] = __float2int_rd(-2.1f);
    o[k++] = __double2int_rn(3.5);            o[k++] = __int2float_rn(16777217);
    o[k++] = __float2uint_rz(7.9f);           o[k++] = __double2hiint(1.0);
    o[k++] = max(3, 4) + min(3u, 4u) + max(2.5f, 1.f) * 2 + min(5ll, 6ll);
    o[k++] = !!isnan(nanf("")) + !!isinf(INFINITY) * 2 + !!isfinite(1.f) * 4 + !!signbit(-1.0) * 8;
    o[k++] = umin(3u, 7u) + llmax(4ll, 5ll);  o[k++] = __uint_as_float(0x3f800000u) + __float_as_uint(0.f);
    int ex; float fr = frexpf(12.f, &ex), ip, s, c;
    o[k++] = fr * 100 + ex;                   o[k++] = ldexpf(1.5f, 4) + modff(3.25f, &ip) * 4 + ip;
    sincosf(0.f, &s, &c);                     o[k++] = s + c * 2;
    __sincosf(0.f, &s, &c);                   o[k++] = s + c * 3;
    o[k++] = __funnelshift_lc(5u, 7u, 40);    o[k++] = __funnelshift_rc(5u, 7u, 32);
    o[k++] = __funnelshift_lc(1u << 31, 1u, 4) + __funnelshift_rc(1u << 31, 1u, 31);
    o[k++] = __uhadd(~0u, ~0u);               o[k++] = __urhadd(~0u, ~1u);
    o[k++] = __fns(0xa0a0u, 0, 2);            o[k++] = __fns(0xa0a0u, 31, -2);
    o[k++] = __fns(0xa0a0u, 5, 0);            o[k++] = __fns(0xa0a0u, 4, 0);
    float far = threadIdx.x + 1e9f; // an integer, and its sine and cosine are exact
    o[k++] = sinpif(far) == 0 && sinpi(far + .5) == 1 && cospif(far) == 1 && cospif(.5f - threadIdx.x) == 0;
    o[k++] = 1e3 * erfcinv(1e-30 + threadIdx.x); o[k++] = 1e3 * normcdfinvf(1e-20f + threadIdx.x);
    o[k++] = 1e3 * erfcinvf(1.5f + threadIdx.x); o[k++] = norm3df(3e30f, 4e30f, threadIdx.x) < 5.1e30f;
    o[k++] = 1e24 * erfinv(1e-20 + threadIdx.x); o[k++] = 1e24f * erfinvf(1e-20f + threadIdx.x);
    o[k++] = 1e20 * erfcinv(1 + 0x1p-20 + threadIdx.x); o[k++] = 1e3 * normcdfinv(0x1p-1074 + threadIdx.x);
    o[k++] = 1e6 * erfcx(40. + threadIdx.x);  o[k++] = cyl_bessel_i1(-35. + threadIdx.x) * 1e-9;
    o[k++] = 1 / sinpi(-3. - threadIdx.x) == -INFINITY && 1 / sinpif(1.f + threadIdx.x) == INFINITY;
    o[k++] = erfcxf(-30) == INFINITY && cyl_bessel_i0(800.) == INFINITY && cyl_bessel_i1f(-INFINITY) == -INFINITY;
    o[k++] = normf(2, (const float[]){ 3e38f, 0 }) == 3e38f && ullmax(1, ~0ull) + ullmin(2, ~0ull) == 1;
    o[k++] = 1e42 * rhypotf(3e38f, threadIdx.x + 3e38f); o[k++] = 1e42 * rnorm3df(3e38f, 3e38f, threadIdx.x);
    o[k++] = printf("%*d of %s, %5.1f%%\n", 3, 1, "two", 50.); // counts the arguments
    o[k++] = printf("%c", 10);                o[k++] = printf("%%%-8.3lld|%.*f\n", 5ll, 2, 1.5); // no .*
}

int main()
{
    const int n = 400;
    double *in, *out;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&out, n * sizeof *out);
    for (int i = 0; i < n; i++) in[i] = 0.015625 * (i + 1);       // exact in float
    int bad = try_all<Sin, Cos, Tan, Exp, Exp2, Exp10, Log, Log2, Log10, Log1p, Sqrt, Rsqrt, Rsqrtd, Cbrt, Rcbrt,
        Pow, Atan2, Hypot, Rhypot, Norm, Erf, Erfc, Erfinv, Normcdf, Gamma, Lgamma, Sinh, Tanh, Asinh, Sinpi, Cospi,
        Floor, Round, Fma, Fmad, MinMax, Abs, Copysign, Erfcx, Bessel, Rnorm,
        FastSin, FastExp, FastLog, FastPow, FastDiv, Rounded, Saturate, Dadd,
        Std>(out, in, n);
    long long *o, want[] = {
        8, 64, 31, 32, 23, 3, 51, 0x80000000ll, 1, 3, -1, 3, -1, -21, 6, 17, 7, 8, 0x77553311, 0x18,
        0x3f800000, 3141, 1024, 6, 2, -2, 3, -3, 4, 16777216, 7, 1072693248, 4 + 3 + 5 + 5, 15, 8, 1, 79, 28, 2, 3,
        5, 7, 0x18 + 3, 0xffffffff, 0xffffffff, 7, 13, 5, 0xffffffff, 1, 8148, -9262, -476, 1,
        8862, 8862, -84517185731217, -38467, 14100, -105794, 1, 1, 1, 2357, 2357, 4, 1, 1 };
    const int m = sizeof want / sizeof *want;
    cudaMallocManaged(&o, m * sizeof *o);
    integers<<<1, 1>>>(o);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int i = 0; i < m; i++)
        if (o[i] != want[i]) { fprintf(stderr, "integer %d: %lld, not %lld\n", i, o[i], want[i]); bad++; }
    cudaFree(in); cudaFree(out); cudaFree(o);
    return bad != 0;
}
