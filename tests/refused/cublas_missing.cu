/* refuses: cublasSsyrk is not available on the CPU device: of cuBLAS there are, in <cublas_v2.h>, gemm */
#include "cublas_v2.h"

int main()
{
    cublasHandle_t handle;
    float *d, alpha = 1, beta = 0;
    cudaMalloc(&d, 64 * 2 * sizeof(float));
    cublasCreate(&handle);
    cublasSsyrk(handle, 0, CUBLAS_OP_N, 8, 8, &alpha, d, 8, &beta, d + 64, 8); /* here */
    cublasDestroy(handle);
    return 0;
}
