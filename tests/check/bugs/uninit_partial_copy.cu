/* finds: uninitialized */
/* The copy to the device takes n bytes instead of n floats: three quarters are missing. */
#include "../host.h"

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * x[i]; // HERE
}

int main(void)
{
    const int n = 1200;
    float x[n], *d_x = unset<float>(n), *y = unset<float>(n);
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpy(d_x, x, n, cudaMemcpyHostToDevice);
    square<<<(n + 63) / 64, 64>>>(y, d_x, n);
    return end(at(y, 299) != 299 * 299);
}
