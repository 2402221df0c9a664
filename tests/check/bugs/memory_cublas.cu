/* finds: wrong-memory */
/* x is still on the host. */
#include <cublas_v2.h>
#include <stdio.h>

int main(void)
{
    const int n = 100;
    const double two = 2;
    static double x[n];
    double *y;
    cublasHandle_t handle;
    cublasCreate(&handle);
    cudaMalloc(&y, n * sizeof(double));
    cudaMemset(y, 0, n * sizeof(double));
    cublasDaxpy(handle, n, &two, x, 1, y, 1); // HERE
    cublasDestroy(handle);
    cudaFree(y);
    return 0;
}
