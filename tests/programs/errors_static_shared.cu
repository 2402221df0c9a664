/* 48 KB are for static and dynamic shared memory together, in templates and overloads, too. */
#include "include/common.h"

template <int n> __global__ void one(float *o) {
    __shared__ float fixed[n];
    extern __shared__ float asked[];
    fixed[threadIdx.x] = asked[threadIdx.x] = 1;
    o[0] = fixed[0] + asked[0];
}

__global__ void many(int *o) {
    __shared__ int fixed[8000];
    fixed[threadIdx.x] = 1;
    o[0] = fixed[threadIdx.x];
}
__global__ void many(float *o) { o[0] = 2; }

int main(int argc, char **argv) {
    float *o = managed<float>(1);
    one<2048><<<1, 1, 40 * 1024>>>(o);
    SYNC();
    EXPECT(o[0], 2.0f);
    many<<<1, 1, 40000>>>(o);
    SYNC();
    if (argc > 1) many<<<1, 1, 40000>>>((int *)o);
    else one<4096><<<1, 1, 40 * 1024>>>(o);
    cudaError_t e = cudaGetLastError();
    EXPECT(e ? e : cudaDeviceSynchronize(), cudaErrorInvalidValue);
    EXPECT(argv != nullptr, true);
    return 0;
}
