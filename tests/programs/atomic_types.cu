/* Atomics whose second argument is of another type. */
#include "include/common.h"

__global__ void k(unsigned *u, float *f, double *d, unsigned long long *l, int *i) {
    atomicAdd(u, 1);
    atomicAdd(f, 1);
    atomicAdd(d, 0.5f);
    atomicAdd(d, 1);
    atomicAdd(l, 1);
    atomicAdd(i, 1u);
    atomicMax(u, 3);
    atomicCAS(i, 64, 1u);
    atomicExch(f, 2);
    atomicOr(u, 1 << 8);
    atomicSub(u, 1);
    atomicMin(i, 100u);
    atomicAdd(l, threadIdx.x);
    atomicAdd(&i[1], -1);
    atomicAdd((unsigned *)&i[2], -1);
    atomicInc(u + 1, 1 << 20);
}

int main() {
    unsigned *u = managed<unsigned>(4);
    float *f = managed<float>(4);
    double *d = managed<double>(4);
    unsigned long long *l = managed<unsigned long long>(4);
    int *i = managed<int>(4);
    k<<<2, 32>>>(u, f, d, l, i);
    SYNC();
    EXPECT(*d, 96);
    EXPECT(*f, 2);
    EXPECT(*l, 64 + 2 * 496);
    EXPECT(i[1], -64);
    EXPECT(i[2], -64);
    EXPECT(u[1], 64);
    return 0;
}
