/* Shared memory declared outside of functions, and shared by several of them. */
#include "include/common.h"

typedef float real_t;
const size_t BLOCK_SIZE = 16;
__shared__ real_t cache[BLOCK_SIZE];
static __shared__ int flag;
namespace ns {
__shared__ double d2[2][8];
}
__shared__ volatile int v1, v2[4];
__device__ void part(const real_t *x) {
    cache[threadIdx.x] = x[blockIdx.x * BLOCK_SIZE + threadIdx.x];
    __syncthreads();
    for (int i = BLOCK_SIZE / 2; i; i /= 2) {
        if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
}
__global__ void k(const real_t *x, real_t *o) {
    if (!threadIdx.x) {
        flag = 3;
        v1 = 1;
        v2[3] = 2;
        ns::d2[1][7] = 4;
    }
    part(x);
    o[blockIdx.x * 16 + threadIdx.x] = cache[0] + flag + ns::d2[1][7] + v1 + v2[3];
}

int main() {
    real_t *x = managed<real_t>(64), *o = managed<real_t>(64);
    for (int i = 0; i < 64; i++) x[i] = i;
    k<<<4, 16>>>(x, o);
    SYNC();
    for (int b = 0; b < 4; b++) EXPECT(o[b * 16 + 5], 16 * 16 * b + 120 + 10);
    return 0;
}
