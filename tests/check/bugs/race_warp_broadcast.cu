/* finds: race */
/* Lane 0 of each warp leaves a value for its warp; the others read it without __syncwarp. */
#include <stdio.h>

__global__ void scale(float *y, const float *x, int n)
{
    __shared__ float first[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0)
        first[warp] = 0;
    __syncthreads();
    if (lane == 0)
        first[warp] = i < n ? x[i] : 0; // HERE
    if (i < n)
        y[i] = x[i] - first[warp]; // HERE
}

int main(void)
{
    const int n = 500;
    float x[n], y[n], *d_x, *d_y;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    scale<<<(n + 127) / 128, 128>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += y[i] != i % 32;
    cudaFree(d_x);
    cudaFree(d_y);
    if (wrong)
        printf("%d wrong\n", wrong);
    return wrong != 0;
}
