/* min, max, abs, pow and the others with mixed types, as students call them. */
#include <cmath>
#include "include/common.h"

__global__ void k(float *o, int n, unsigned u, size_t s, float x, double y) {
    int i = 0;
    o[i++] = min(threadIdx.x, n);
    o[i++] = max(0, n);
    o[i++] = min(u, 3u);
    o[i++] = max(x, 0.0f);
    o[i++] = fmaxf(x, 0);
    o[i++] = max(y, 1.0);
    o[i++] = min(x, y);
    o[i++] = max(x, 1.0);
    o[i++] = pow(2, n);
    o[i++] = pow(x, 2);
    o[i++] = powf(x, 2);
    o[i++] = sqrt((float)n);
    o[i++] = sqrt((double)n);
    o[i++] = abs(x);
    o[i++] = fabs(x);
    o[i++] = abs(-n);
    o[i++] = floor(x);
    o[i++] = ceil(n / 2.0);
    o[i++] = ceilf(n / 2.f);
    o[i++] = log2((float)n);
    o[i++] = exp(x);
    o[i++] = round(x);
    o[i++] = sqrtf(n);
    o[i++] = min((int)s, n);
    o[i++] = min(s, (size_t)n);
    o[i++] = fmin((double)x, y);
    o[i++] = max(u, n);
    o[i++] = min(5ll, 6ll);
    o[i++] = pow(y, 0.5);
    o[i++] = isnan(x) || isinf(x);
    o[i++] = rsqrt(x);
    o[i++] = cbrt(y);
    o[i++] = fma(x, x, x);
    o[i++] = rint(x);
    o[i++] = fmod(x, 1.5f);
    o[i++] = atan2(x, 1.0f);
    o[i++] = hypot(x, x);
    o[i++] = max((unsigned long long)u, 7ull);
    o[i++] = min((long)n, 3l);
    o[i++] = lround(x);
    o[i++] = copysign(x, -1.0f);
    o[i++] = sin(x) + cos(x) + tan(x) + asin(x / 10) + sinh(x) + tanh(x);
    o[i++] = llrint(y);
    o[i++] = erf(x);
}

int main() {
    float *o = managed<float>(64);
    k<<<1, 1>>>(o, 4, 4, 4, 2.5f, 2.25);
    SYNC();
    EXPECT(o[0], 0);
    EXPECT(o[1], 4);
    EXPECT(o[2], 3);
    EXPECT(o[3], 2.5f);
    EXPECT(o[6], 2.25f);
    EXPECT(o[8], 16);
    EXPECT(o[13], 2.5f);
    EXPECT(o[15], 4);
    EXPECT(max(3, 4) + min(2.f, 1.f), 5);
    return 0;
}
