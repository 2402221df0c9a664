/* clock() and clock64() in kernels; kernels that spin for some time. */
#include "include/common.h"

__global__ void k(long long *o, clock_t *c) {
    clock_t a = clock();
    long long b = clock64();
    unsigned t = 0;
    for (int i = 0; i < 1000; i++) t += i;
    __nanosleep(100);
    o[0] = clock64() - b;
    o[1] = t;
    *c = clock() - a;
}
// both count the same ticks
__global__ void ratio(double *o) {
    long long fine = clock64();
    clock_t coarse = clock();
    while (clock64() - fine < 2000000) {
    }
    *o = double(clock() - coarse) / double(clock64() - fine);
}
__global__ void spin(clock_t n) {
    clock_t s = clock();
    while (clock() - s < n)
        ;
}

__global__ void spin64(long long n) {
    long long s = clock64();
    while (clock64() < s + n) {
    }
}

int main() {
    long long *o = managed<long long>(2);
    clock_t *c = managed<clock_t>(1);
    k<<<1, 1>>>(o, c);
    SYNC();
    EXPECT(o[0] > 0, true);
    spin<<<1, 1>>>(100000);
    spin64<<<2, 32>>>(100000);
    SYNC();
    double *r = managed<double>(1);
    ratio<<<1, 1>>>(r);
    SYNC();
    EXPECT(*r > 0.5 && *r < 2, true);
    return 0;
}
