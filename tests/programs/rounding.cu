/* Arithmetic rounded in each direction, against exact arithmetic in long double and integers; dot
 * products of small integers. */
#include <float.h>
#include <math.h>
#include "include/common.h"

struct four { float rn, rz, ru, rd; };
struct four_d { double rn, rz, ru, rd; };
#define EACH(f, ...) { f##_rn(__VA_ARGS__), f##_rz(__VA_ARGS__), f##_ru(__VA_ARGS__), f##_rd(__VA_ARGS__) }

__global__ void floats(four *p, float x, float y, float z) {
    four all[] = { EACH(__fadd, x, y), EACH(__fsub, x, y), EACH(__fmul, x, y), EACH(__fdiv, x, y),
                   EACH(__frcp, x), EACH(__fsqrt, x), EACH(__fmaf, x, y, z), EACH(__double2float, (double)x * y) };
    for (int i = 0; i < 8; i++) p[i] = all[i];
}
__global__ void doubles(four_d *p, double x, double y, double z) {
    four_d all[] = { EACH(__dadd, x, y), EACH(__dsub, x, y), EACH(__dmul, x, y), EACH(__ddiv, x, y),
                     EACH(__drcp, x), EACH(__dsqrt, x), EACH(__fma, x, y, z) };
    for (int i = 0; i < 7; i++) p[i] = all[i];
}
__global__ void integers(four *p, four_d *q, int i, unsigned u, long long l, unsigned long long m) {
    four all[] = { EACH(__int2float, i), EACH(__uint2float, u), EACH(__ll2float, l), EACH(__ull2float, m) };
    for (int k = 0; k < 4; k++) p[k] = all[k];
    four_d more[] = { EACH(__ll2double, l), EACH(__ull2double, m) };
    for (int k = 0; k < 2; k++) q[k] = more[k];
}
__global__ void dots(int *p) {
    p[0] = __dp4a(0x7f80ff01, 0x7f80ff02, 10);
    p[1] = (int)__dp4a(0xff010203u, 0xff040506u, 5u);
    p[2] = __dp4a(make_char4(1, -2, 3, -128), make_char4(4, 5, 6, -128), 1);
    p[3] = __dp2a_lo((int)0xfffe0003, 0x01020380, 1);
    p[4] = __dp2a_hi((int)0xfffe0003, 0x01020380, 1);
    p[5] = (int)__dp2a_hi(0xfffe0003u, 0x01020380u, 1u);
}

/* Is `got` the neighbour of the exact value in its direction, and are the directions in order? */
template <class F, class T> void in_order(const F &f, T exact_low, T exact_high) {
    EXPECT(f.rd <= f.rn && f.rn <= f.ru, true);
    EXPECT(f.rz == (f.rd >= 0 ? f.rd : f.ru), true);
    EXPECT((long double)f.rd <= (long double)exact_high && (long double)f.ru >= (long double)exact_low, true);
    EXPECT(f.ru == f.rd || f.ru == nextafter(f.rd, (decltype(f.rd))INFINITY), true);
}
template <class F> void around(const F &f, long double exact) {
    in_order(f, exact, exact);
    if (f.ru == f.rd) EXPECT((long double)f.rn, exact);
}

int main() {
    four *p = managed<four>(8);
    four_d *q = managed<four_d>(8);
    const float values[][3] = { { 1, 1e-9f, 3 }, { 1, -1e-9f, 3 }, { 0.1f, 0.3f, -0.03f }, { 3, 7, 1e-20f },
                                { 1e30f, 1e-30f, 1 }, { 2, 2, 2 }, { 16777215, 3, 1 }, { 1.5e-38f, 0.7f, 0 } };
    for (auto &v : values) {
        long double x = v[0], y = v[1], z = v[2];
        floats<<<1, 1>>>(p, v[0], v[1], v[2]);
        SYNC();
        in_order(p[0], x + y, x + y);
        around(p[2], x * y);
        around(p[7], x * y);
        in_order(p[3], x / y, x / y);
        in_order(p[4], 1 / x, 1 / x);
        in_order(p[5], sqrtl(x), sqrtl(x));
        in_order(p[6], x * y + z, x * y + z);
        doubles<<<1, 1>>>(q, v[0], v[1], v[2]);
        SYNC();
        for (int i = 0; i < 7; i++) in_order(q[i], q[i].rd, q[i].ru);
        EXPECT(q[2].rd == q[2].ru, true); /* exact */
        EXPECT(q[2].rz, (double)v[0] * v[1]);
    }
    floats<<<1, 1>>>(p, 1.0f, 1e-9f, 0.0f);
    SYNC();
    EXPECT(p[0].ru, 1.0f + FLT_EPSILON);
    EXPECT(p[0].rz, 1.0f);
    EXPECT(p[1].rz, 1.0f - FLT_EPSILON / 2);
    floats<<<1, 1>>>(p, FLT_MAX, FLT_MAX, 0.0f);
    SYNC();
    EXPECT(isinf(p[0].ru) && isinf(p[0].rn), true);
    EXPECT(p[0].rz, FLT_MAX);
    EXPECT(p[0].rd, FLT_MAX);
    doubles<<<1, 1>>>(q, 0.1, 0.3, 1.0);
    SYNC();
    EXPECT(q[0].ru > q[0].rd && q[2].ru > q[2].rd && q[3].ru > q[3].rd && q[5].ru > q[5].rd && q[6].ru > q[6].rd, true);
    integers<<<1, 1>>>(p, q, -16777217, 4294967295u, 9007199254740993ll, 18446744073709551615ull);
    SYNC();
    around(p[0], -16777217.0L);
    around(p[1], 4294967295.0L);
    around(p[2], 9007199254740993.0L);
    around(p[3], 18446744073709551615.0L);
    around(q[0], 9007199254740993.0L);
    around(q[1], 18446744073709551615.0L);
    EXPECT(p[0].rz, -16777216.0f);
    EXPECT(p[0].rd, -16777218.0f);
    int *d = managed<int>(6);
    dots<<<1, 1>>>(d);
    SYNC();
    const int want[] = { 10 + 127 * 127 + 128 * 128 + 1 + 2, 5 + 255 * 255 + 4 + 10 + 18, 1 + 4 - 10 + 18 + 16384,
                         1 + 3 * -128 + -2 * 3, 1 + 3 * 2 + -2 * 1, 1 + 3 * 2 + 65534 * 1 };
    for (int i = 0; i < 6; i++) EXPECT(d[i], want[i]);
    return 0;
}
