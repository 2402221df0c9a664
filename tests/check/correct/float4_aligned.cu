/* float4 loads and stores at multiples of 16 bytes, the ragged tail by single floats. */
#include "../host.h"

__global__ void scale(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = ((const float4 *)x)[i];
        v.x *= 2;
        v.y *= 2;
        v.z *= 2;
        v.w *= 2;
        ((float4 *)y)[i] = v;
    }
    int tail = n / 4 * 4 + i;
    if (i < n % 4)
        y[tail] = 2 * x[tail];
}

int main(void)
{
    const int n = 1003;
    float *x = counted<float>(n), *y = unset<float>(n);
    scale<<<(n / 4 + 127) / 128, 128>>>(y, x, n);
    return end(differ(y, n, [](int i) { return 2 * i; }));
}
