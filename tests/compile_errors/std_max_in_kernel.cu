// expects: calling a constexpr __host__ function\("max"\) from a __global__ function\("largest"\) is not allowed.*--expt-relaxed-constexpr
#include <algorithm>

__global__ void largest(int *p)
{
    p[0] = std::max(p[0], p[1]); /* here */
}

int main()
{
    largest<<<1, 1>>>(nullptr);
    return std::max(0, 0);
}
// nvcc: calling a constexpr __host__ function("max") from a __global__ function("largest") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
