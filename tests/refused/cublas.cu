/* refuses: cublas(_v2)?\.h is not available on the CPU device */
#include <stdio.h>
#include "cublas_v2.h" /* here */

int main()
{
    cublasHandle_t handle;
    float *d, alpha = 1, beta = 0;
    cudaMalloc(&d, 64 * 3 * sizeof(float));
    cublasCreate(&handle);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &alpha, d, 8, d + 64, 8, &beta, d + 128, 8);
    cublasDestroy(handle);
    return 0;
}
