/* finds: uninitialized */
/* The kernel adds to an array that cudaMalloc has not zeroed. */
#include <stdio.h>

__global__ void add_scaled(float *y, float a, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i]; // HERE
}

int main(void)
{
    const int n = 1500;
    float x[n], *d_x, *d_y;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    add_scaled<<<(n + 127) / 128, 128>>>(d_y, 2, d_x, n);
    cudaMemcpy(x, d_y, sizeof x, cudaMemcpyDeviceToHost);
    printf("%g\n", x[1]);
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
