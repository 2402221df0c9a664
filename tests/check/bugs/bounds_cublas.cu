/* finds: out-of-bounds */
/* A has 7 rows of 5 columns; cuBLAS is told 8. */
#include <cublas_v2.h>
#include <stdio.h>

int main(void)
{
    const int m = 7, n = 5;
    const float one = 1, zero = 0;
    float *a, *x, *y, first = 0;
    cublasHandle_t handle;
    cublasCreate(&handle);
    cudaMalloc(&a, m * n * sizeof(float));
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, (m + 1) * sizeof(float));
    cudaMemset(a, 0, m * n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    cublasSgemv(handle, CUBLAS_OP_N, m + 1, n, &one, a, m + 1, x, 1, &zero, y, 1); // HERE
    cudaMemcpy(&first, y, sizeof first, cudaMemcpyDeviceToHost);
    cublasDestroy(handle);
    cudaFree(a);
    cudaFree(x);
    cudaFree(y);
    printf("%g\n", first);
    return 0;
}
