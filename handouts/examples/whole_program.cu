/* The whole program of sheet 0: y[i] = x[i] x[i], on the device.
 *
 *   make run FILE=handouts/examples/whole_program.cu
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static void check(cudaError_t status)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
        exit(1);
    }
}

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = x[i] * x[i];
}

int main(void)
{
    float x[N], y[N], *d_x, *d_y;

    for (int i = 0; i < N; i++)
        x[i] = i;
    check(cudaMalloc(&d_x, sizeof x));
    check(cudaMalloc(&d_y, sizeof y));
    check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
    square<<<(N + 255) / 256, 256>>>(d_y, d_x, N);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost));
    check(cudaFree(d_x));
    check(cudaFree(d_y));
    printf("30 x 30 = %g, 999 x 999 = %g\n", y[30], y[999]);
    return 0;
}
