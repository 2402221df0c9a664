/* finds: uninitialized */
/* The copy to the device takes n bytes instead of n floats: three quarters are missing. */
#include <stdio.h>

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * x[i]; // HERE
}

int main(void)
{
    const int n = 1200;
    float x[n], *d_x, *d_y;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMemcpy(d_x, x, n, cudaMemcpyHostToDevice);
    square<<<(n + 63) / 64, 64>>>(d_y, d_x, n);
    cudaMemcpy(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", x[n - 1]);
    cudaFree(d_x);
    cudaFree(d_y);
    return x[299] != 299 * 299;
}
