/* A macro that makes a function the device's only where __CUDA_ARCH__ is defined. */
#include "include/common.h"
#ifdef __CUDA_ARCH__
#define ON_DEVICE __device__
#else
#define ON_DEVICE
#endif

ON_DEVICE inline int twice(int x) { return 2 * x; }

__global__ void set(int *p) { *p = twice(4); }

int main()
{
    int *p = managed<int>(1);
    set<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 8);
    return 0;
}
