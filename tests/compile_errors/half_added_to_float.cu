// expects: half_added_to_float\.cu:7:[0-9]+: error: a __half does not mix with other numbers: __half2float\(x\) makes a float of it, __float2half\(x\) a __half of a float
#include <cuda_fp16.h>
__global__ void k(float *to, const __half *a, const __half *b, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    *to = sum;
}
int main()
{
    k<<<1, 1>>>(nullptr, nullptr, nullptr, 0);
}
// nvcc: more than one conversion function from "__half" to a built-in type applies
