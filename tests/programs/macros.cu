/* Kernels, launches and loops that macros make. */
#include "include/common.h"

#define DEBUG(fmt, ...) printf(fmt, ##__VA_ARGS__)
#define LAUNCH(kernel, grid, block, ...)      \
    do {                                      \
        DEBUG("launching " #kernel "\n");     \
        kernel<<<grid, block>>>(__VA_ARGS__); \
        cudaError_t err = cudaGetLastError(); \
        if (err) exit(1);                     \
    } while (0)
#define KERNEL __global__ void
#define DEVICE __device__ __forceinline__
#define GRID_STRIDE(i, n) \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define CUDA_KERNEL_LOOP GRID_STRIDE
DEVICE int sq(int x) { return x * x; }
KERNEL square(int *p, int n) { CUDA_KERNEL_LOOP(i, n) p[i] = sq(p[i]); }
KERNEL none() {}
#define MAKE_KERNEL(name, op) \
    __global__ void name(int *p, int v) { p[threadIdx.x] = p[threadIdx.x] op v; }
MAKE_KERNEL(plus_k, +)
MAKE_KERNEL(times_k, *)
#define DISPATCH(n, ...)         \
    switch (n) {                 \
        case 1: {                \
            constexpr int N = 1; \
            __VA_ARGS__;         \
            break;               \
        }                        \
        case 2: {                \
            constexpr int N = 2; \
            __VA_ARGS__;         \
            break;               \
        }                        \
    }
template <int N> __global__ void setn(int *p) { p[threadIdx.x] = N; }

int main() {
    int *p = managed<int>(10);
    p[3] = 3;
    LAUNCH(square, 2, 4, p, 10);
    LAUNCH(none, 1, 1);
    SYNC();
    EXPECT(p[3], 9);
    plus_k<<<1, 10>>>(p, 1);
    times_k<<<1, 10>>>(p, 2);
    SYNC();
    EXPECT(p[3], 20);
    DISPATCH(2, setn<N><<<1, 10>>>(p));
    SYNC();
    EXPECT(p[3], 2);
    return 0;
}
