/* The math.h of a libc to come: today's, and every function of C23's math.h and of TS 18661-4
 * (without those on decimal numbers), declared as glibc declares its own. tests/shell/device.bats
 * builds with it. */
#include_next <math.h>
#ifndef FUTURE_MATH_H
#define FUTURE_MATH_H

#ifdef __cplusplus
#define DECLARE(type, name, ...) extern "C" type name(__VA_ARGS__) noexcept(true);
#else
#define DECLARE(type, name, ...) extern type name(__VA_ARGS__);
#endif

/* Of double, float and long double. */
#define ONE(name)                                                                                  \
    DECLARE(double, name, double)                                                                  \
    DECLARE(float, name##f, float)                                                                 \
    DECLARE(long double, name##l, long double)
#define TWO(name)                                                                                  \
    DECLARE(double, name, double, double)                                                          \
    DECLARE(float, name##f, float, float)                                                          \
    DECLARE(long double, name##l, long double, long double)
#define AND(name, ...)                                                                             \
    DECLARE(double, name, double, __VA_ARGS__)                                                     \
    DECLARE(float, name##f, float, __VA_ARGS__)                                                    \
    DECLARE(long double, name##l, long double, __VA_ARGS__)
#define GIVES(type, name, ...)                                                                     \
    DECLARE(type, name, double, ##__VA_ARGS__)                                                     \
    DECLARE(type, name##f, float, ##__VA_ARGS__)                                                   \
    DECLARE(type, name##l, long double, ##__VA_ARGS__)

/* clang-format off */
ONE(acos) ONE(asin) ONE(atan) TWO(atan2) ONE(cos) ONE(sin) ONE(tan)
ONE(acospi) ONE(asinpi) ONE(atanpi) TWO(atan2pi) ONE(cospi) ONE(sinpi) ONE(tanpi)
ONE(acosh) ONE(asinh) ONE(atanh) ONE(cosh) ONE(sinh) ONE(tanh)
ONE(exp) ONE(exp10) ONE(exp10m1) ONE(exp2) ONE(exp2m1) ONE(expm1) AND(frexp, int *)
GIVES(int, ilogb) AND(ldexp, int) GIVES(long, llogb)
ONE(log) ONE(log10) ONE(log10p1) ONE(log1p) ONE(logp1) ONE(log2) ONE(log2p1) ONE(logb)
AND(scalbn, int) AND(scalbln, long)
DECLARE(double, modf, double, double *) DECLARE(float, modff, float, float *)
DECLARE(long double, modfl, long double, long double *)
ONE(cbrt) AND(compoundn, long long) ONE(fabs) TWO(hypot) TWO(pow) AND(pown, long long) TWO(powr)
AND(rootn, long long) ONE(rsqrt) ONE(sqrt)
ONE(erf) ONE(erfc) ONE(lgamma) ONE(tgamma)
ONE(ceil) ONE(floor) ONE(nearbyint) ONE(rint) GIVES(long, lrint) GIVES(long long, llrint)
ONE(round) GIVES(long, lround) GIVES(long long, llround) ONE(roundeven) ONE(trunc)
TWO(fmod) TWO(remainder)
DECLARE(double, remquo, double, double, int *) DECLARE(float, remquof, float, float, int *)
DECLARE(long double, remquol, long double, long double, int *)
TWO(copysign) DECLARE(double, nan, const char *) DECLARE(float, nanf, const char *)
TWO(nextafter) AND(nexttoward, long double) ONE(nextup) ONE(nextdown)
TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmaximum) TWO(fminimum) TWO(fmaximum_mag) TWO(fminimum_mag)
TWO(fmaximum_num) TWO(fminimum_num) TWO(fmaximum_mag_num) TWO(fminimum_mag_num)
DECLARE(double, fma, double, double, double) DECLARE(float, fmaf, float, float, float)
DECLARE(long double, fmal, long double, long double, long double)

/* Rounded to a narrower type. */
#define NARROW(name)                                                                               \
    DECLARE(float, f##name, double, double)                                                        \
    DECLARE(float, f##name##l, long double, long double)                                           \
    DECLARE(double, d##name##l, long double, long double)
NARROW(add) NARROW(sub) NARROW(mul) NARROW(div)
DECLARE(float, ffma, double, double, double) DECLARE(float, fsqrt, double)
DECLARE(float, ffmal, long double, long double, long double) DECLARE(float, fsqrtl, long double)
DECLARE(double, dfmal, long double, long double, long double) DECLARE(double, dsqrtl, long double)

/* Of arrays: TS 18661-4. */
#define ARRAY(name)                                                                                \
    DECLARE(double, name, __SIZE_TYPE__, const double *)                                           \
    DECLARE(float, name##f, __SIZE_TYPE__, const float *)
#define ARRAYS(name)                                                                               \
    DECLARE(double, name, __SIZE_TYPE__, const double *, const double *)                           \
    DECLARE(float, name##f, __SIZE_TYPE__, const float *, const float *)
#define SCALED(name)                                                                               \
    DECLARE(double, name, __SIZE_TYPE__, const double *, const double *, long long *)              \
    DECLARE(float, name##f, __SIZE_TYPE__, const float *, const float *, long long *)
ARRAY(reduc_sum) ARRAY(reduc_sumabs) ARRAY(reduc_sumsq) ARRAYS(reduc_sumprod)
SCALED(scaled_prodsum) SCALED(scaled_proddiff)
DECLARE(double, scaled_prod, __SIZE_TYPE__, const double *, long long *)
DECLARE(float, scaled_prodf, __SIZE_TYPE__, const float *, long long *)

/* What there is of a number's payload. */
DECLARE(double, getpayload, const double *) DECLARE(float, getpayloadf, const float *)
DECLARE(int, setpayload, double *, double) DECLARE(int, setpayloadf, float *, float)
DECLARE(int, setpayloadsig, double *, double) DECLARE(int, setpayloadsigf, float *, float)
DECLARE(int, totalorder, const double *, const double *)
DECLARE(int, totalorderf, const float *, const float *)
DECLARE(int, totalordermag, const double *, const double *)
DECLARE(int, totalordermagf, const float *, const float *)
DECLARE(int, canonicalize, double *, const double *)
DECLARE(int, canonicalizef, float *, const float *)

/* clang-format on */

#endif
