/* Exam 1, question 6: an answer. */
#include <cuda_runtime.h>
#include <stdio.h>

// begin scale
__global__ void scale(float *a, const float *f, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < m && j < n)
        a[i * n + j] *= f[j];
}

void launch_scale(float *d_a, const float *d_f, int m, int n)
{
    dim3 block(32, 8);
    dim3 grid((n + 31) / 32, (m + 7) / 8);

    scale<<<grid, block>>>(d_a, d_f, m, n);
}
// end

int main(void)
{
    const int m = 100, n = 1000;
    int wrong = 0;
    float *a, *f;

    cudaMallocManaged(&a, m * n * sizeof *a);
    cudaMallocManaged(&f, n * sizeof *f);
    for (int i = 0; i < m * n; i++)
        a[i] = 2;
    for (int j = 0; j < n; j++)
        f[j] = j;
    launch_scale(a, f, m, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < m * n; i++)
        wrong += a[i] != 2 * (i % n);
    printf("%d wrong\n", wrong);
    cudaFree(a);
    cudaFree(f);
    return wrong > 0;
}
