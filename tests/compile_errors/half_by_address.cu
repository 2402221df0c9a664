// with g++, expects: half_by_address\.cu:5:[0-9]+: error: the address of a __half stands where its value must: x\[i\], and not x \+ i
#include <cuda_fp16.h>
__global__ void k(float *to, const __half *from, int n)
{
    to[0] = __half2float(from + n);
}
int main()
{
    k<<<1, 1>>>(nullptr, nullptr, 0);
}
// nvcc: no suitable constructor exists to convert from "const __half *" to "__half"
