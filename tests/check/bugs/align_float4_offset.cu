/* finds: misaligned */
/* float4 loads must begin at a multiple of 16 bytes; x + 1 does not. */
#include <stdio.h>

__global__ void copy4(float4 *y, const float *x, int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4)
        y[i] = ((const float4 *)(x + 1))[i]; // HERE
}

int main(void)
{
    const int n = 1024;
    float x[n + 4], y[n], *d_x, *d_y;
    for (int i = 0; i < n + 4; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    copy4<<<2, 128>>>((float4 *)d_y, d_x, n / 4);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
