/* CPU device: functions that a new header of libc declares and an old library of libc does not
 * have. cpu_device.a is linked before the library, so these are taken; see CPU_DEVICE_FUNCTION.
 * Also functions that no C library has, and arithmetic that does not round to the nearest. */
#include <fenv.h>
#include "../include/cuda_runtime.h"

#define GIVE(type, name)                                                                           \
    extern "C" type name(type x) noexcept { return name<>(x); }
GIVE(float, rsqrtf)
GIVE(double, rsqrt)
GIVE(float, sinpif)
GIVE(double, sinpi)
GIVE(float, cospif)
GIVE(double, cospi)

/* The operands and the result are volatile, so that the compiler computes between the two changes
 * of the CPU's rounding mode. */
namespace cpu_device
{

namespace
{

struct direction {
    int before = fegetround();
    direction(rounding how)
    {
        fesetround(how == rz ? FE_TOWARDZERO : how == ru ? FE_UPWARD : FE_DOWNWARD);
    }
    ~direction() { fesetround(before); }
};

template <class T> T compute(rounded_operation op, rounding how, T a, T b, T c)
{
    direction hold(how);
    volatile T x = a, y = b, z = c, r;
    switch (op) {
    case op_add:
        r = x + y;
        break;
    case op_sub:
        r = x - y;
        break;
    case op_mul:
        r = x * y;
        break;
    case op_div:
        r = x / y;
        break;
    case op_sqrt:
        r = sizeof(T) == 4 ? (T)sqrtf((float)x) : (T)sqrt((double)x);
        break;
    default:
        r = sizeof(T) == 4 ? (T)fmaf((float)x, (float)y, (float)z)
                           : (T)fma((double)x, (double)y, (double)z);
    }
    return r;
}

template <class To, class From> To convert(rounding how, From value)
{
    direction hold(how);
    volatile From x = value;
    volatile To r = (To)x;
    return r;
}

} // namespace

float rounded(rounded_operation op, rounding how, float x, float y, float z)
{
    return compute(op, how, x, y, z);
}

double rounded(rounded_operation op, rounding how, double x, double y, double z)
{
    return compute(op, how, x, y, z);
}

float rounded_to_float(rounding how, double x) { return convert<float>(how, x); }
float rounded_to_float(rounding how, long long x) { return convert<float>(how, x); }
float rounded_to_float(rounding how, unsigned long long x) { return convert<float>(how, x); }
double rounded_to_double(rounding how, long long x) { return convert<double>(how, x); }
double rounded_to_double(rounding how, unsigned long long x) { return convert<double>(how, x); }

/* erfc(x) exp(x^2). The rounding of x^2 is made up for; where erfc(x) is small, the continued
 * fraction (Abramowitz, Stegun: Handbook of mathematical functions, 7.1.14). */
double erfcx(double x)
{
    double square = x * x, below = 0;
    if (x < -27)
        return INFINITY;
    if (x < 10)
        return exp(square) * (1 + fma(x, x, -square)) * erfc(x);
    for (int k = 50; k > 0; k--)
        below = k / 2.0 / (x + below);
    return 1 / (sqrt(M_PI) * (x + below));
}

/* The modified Bessel function of the first kind, of order 0 or 1: its series (9.6.10 there), of
 * large x that in 1 / x (9.7.1). */
double bessel_i(int order, double x)
{
    const double sign = order == 1 && x < 0 ? -1 : 1;
    const long double a = fabs(x); /* an error of a^2 would grow by a / 2 */
    long double term = 1, sum = 1;
    if (a < 30) {
        for (int k = 1; term > sum * 1e-17; k++)
            sum += term *= a * a / 4 / (k * (k + order));
        return (double)(sign * sum * (order == 1 ? a / 2 : 1));
    }
    if (a == INFINITY)
        return sign * INFINITY;
    for (int k = 1; k < 50 && fabsl(term) > 1e-17; k++)
        sum += term *= ((2 * k - 1) * (2 * k - 1) - 4 * order) / (8 * k * a);
    return (double)(sign * expl(a) * (sum / sqrtl(2 * M_PIl * a)));
}

} // namespace cpu_device
