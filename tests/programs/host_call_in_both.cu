/* warns: calling a __host__ function\("scale"\) from a __host__ __device__ function\("scaled"\) is not allowed */
#include "include/common.h"

int scale(int x) { return 3 * x; }

/* Right as long as only the host calls it. */
__host__ __device__ int scaled(int x)
{
    return scale(x); /* here */
}

__global__ void set(int *p) { *p = 1; }

int main()
{
    int *p = managed<int>(2);
    set<<<1, 1>>>(p);
    SYNC();
    EXPECT(scaled(p[0]), 3);
    return 0;
}
