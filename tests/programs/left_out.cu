/* warns: __CUDA_ARCH__ is not defined on the CPU device: these lines of function\("set"\) are left out */
#include "include/common.h"

__host__ __device__ int side()
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}

__global__ void set(int *p)
{
    p[0] = 1;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350 /* here */
    p[0] = 2;
#endif
#ifdef __CUDA_ARCH__
    p[1] = 3;
#endif
    p[1] = side();
}

int main()
{
    int *p = managed<int>(2);
    set<<<1, 1>>>(p);
    SYNC();
    EXPECT(p[0] + p[1], 1);
    return 0;
}
