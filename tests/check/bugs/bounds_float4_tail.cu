/* finds: out-of-bounds */
/* The last float4 of 1022 floats begins inside and ends outside of the array. */
#include "../host.h"

__global__ void add4(float4 *y, const float4 *x, int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) {
        float4 v = x[i]; // HERE
        v.x += 1;
        v.y += 1;
        v.z += 1;
        v.w += 1;
        y[i] = v;
    }
}

int main(void)
{
    const int n = 1022, n4 = (n + 3) / 4;
    float *x = counted<float>(n);
    float4 *y = unset<float4>(n4);
    add4<<<2, 128>>>(y, (const float4 *)x, n4);
    return end(at(y, 7).x != 29);
}
