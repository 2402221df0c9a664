/* A polynomial whose coefficients all threads read: handouts/en/occupancy.md, section 4.
 *
 *   make run FILE=handouts/examples/constant.cu */
#include <stdio.h>

__constant__ float coefficient[3]; /* the host writes it, kernels only read it */

__global__ void polynomial(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = coefficient[0] + i * (coefficient[1] + i * coefficient[2]);
}

int main(void)
{
    enum { n = 1000 };
    const float three[3] = { 1, 2, 3 };
    static float y[n];
    float *d_y;
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpyToSymbol(coefficient, three, sizeof three);
    polynomial<<<(n + 255) / 256, 256>>>(d_y, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    printf("y[10] = %g, y[999] = %g\n", y[10], y[999]);
    cudaFree(d_y);
    return cudaGetLastError() != cudaSuccess || y[10] != 321;
}
