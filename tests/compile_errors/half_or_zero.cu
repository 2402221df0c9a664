// expects: half_or_zero\.cu:5:[0-9]+: error: a __half does not mix with other numbers: __half2float\(x\) makes a float of it, __float2half\(x\) a __half of a float
#include <cuda_fp16.h>
__global__ void k(float *to, const __half *from, int n)
{
    to[threadIdx.x] = threadIdx.x < n ? from[threadIdx.x] : 0;
}
int main()
{
    k<<<1, 1>>>(nullptr, nullptr, 0);
}
// nvcc: ambiguous "?" operation
