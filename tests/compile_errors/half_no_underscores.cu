// expects: half_no_underscores\.cu:5:[0-9]+: error: there is no half2float: did you mean __half2float\?
#include <cuda_fp16.h>
__global__ void k(float *to, const __half *from)
{
    to[0] = half2float(from[0]);
}
int main()
{
    k<<<1, 1>>>(nullptr, nullptr);
}
// nvcc: identifier "half2float" is undefined
