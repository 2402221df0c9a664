/* __CUDA_ARCH__ is the device's in device code (750 on the CPU device), and not defined in the host's. */
#include "include/common.h"

__host__ __device__ int side()
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}

constexpr __host__ __device__ int arch()
{
#if __CUDA_ARCH__ >= 700
    return __CUDA_ARCH__;
#else
    return 0;
#endif
}

__global__ void set(int *p)
{
    p[2] = arch();
    if (arch() < 750)
        return;
    p[0] = 1;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350
    p[0] = 2;
#endif
#ifdef __CUDA_ARCH__
    p[1] = 3;
#endif
    p[1] = side();
}

int main()
{
    int *p = managed<int>(3), major, minor;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
    set<<<1, 1>>>(p);
    SYNC();
    EXPECT(p[0], 2);
    EXPECT(p[1], 1);
    EXPECT(p[2], 100 * major + 10 * minor);
    EXPECT(side(), 0);
    EXPECT(arch(), 0);
    return 0;
}
