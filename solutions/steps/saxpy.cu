/* Exercise 0.11: y = a x + y, a whole program. handouts/en/steps.md has the task. */
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

__global__ void saxpy(float *y, float a, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main(void)
{
    float x[N], y[N], *d_x, *d_y;
    int wrong = 0;

    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 1;
    }
    check(cudaMalloc(&d_x, sizeof x));
    check(cudaMalloc(&d_y, sizeof y));
    check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice));
    saxpy<<<(N + 255) / 256, 256>>>(d_y, 2, d_x, N);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost));
    check(cudaFree(d_x));
    check(cudaFree(d_y));
    for (int i = 0; i < N; i++)
        wrong += y[i] != 2 * i + 1;
    printf("%d wrong\n", wrong);
    return wrong > 0;
}
