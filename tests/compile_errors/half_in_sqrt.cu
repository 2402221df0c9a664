// with g++, expects: half_in_sqrt\.cu:5:[0-9]+: error: a __half does not mix with other numbers: __half2float\(x\) makes a float of it, __float2half\(x\) a __half of a float
#include <cuda_fp16.h>
__global__ void k(float *to, const __half *from)
{
    to[0] = sqrt(from[0]);
}
int main()
{
    k<<<1, 1>>>(nullptr, nullptr);
}
// nvcc: more than one instance of overloaded function "sqrt" matches the argument list
