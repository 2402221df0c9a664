/* Exam 1, question 4: the sums of rows and of columns, a thread for each. */
#include <cuda_runtime.h>
#include <stdio.h>

// begin sums
__global__ void rows(float *y, const float *a, int m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (i >= m)
        return;
    for (int j = 0; j < n; j++)
        sum += a[i * n + j];
    y[i] = sum;
}

__global__ void columns(float *y, const float *a, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (j >= n)
        return;
    for (int i = 0; i < m; i++)
        sum += a[i * n + j];
    y[j] = sum;
}
// end

int main(void)
{
    const int m = 256, n = 512;
    int wrong = 0;
    float *a, *y, *z;

    cudaMallocManaged(&a, m * n * sizeof *a);
    cudaMallocManaged(&y, m * sizeof *y);
    cudaMallocManaged(&z, n * sizeof *z);
    for (int i = 0; i < m * n; i++)
        a[i] = 1;
    rows<<<(m + 127) / 128, 128>>>(y, a, m, n);
    columns<<<(n + 127) / 128, 128>>>(z, a, m, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < m; i++)
        wrong += y[i] != n;
    for (int j = 0; j < n; j++)
        wrong += z[j] != m;
    printf("%d wrong\n", wrong);
    cudaFree(a);
    cudaFree(y);
    cudaFree(z);
    return wrong > 0;
}
