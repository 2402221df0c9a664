/* finds: missing-synchronize */
/* The product runs in a stream, and the copy of its result in another. */
#include <cublas_v2.h>
#include <stdio.h>

int main(void)
{
    const int n = 16;
    const float one = 1, zero = 0;
    float *a, *c, *result;
    cudaStream_t first, second;
    cublasHandle_t handle;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaMallocHost(&result, n * n * sizeof(float));
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cublasCreate(&handle);
    cublasSetStream(handle, first);
    cudaMemsetAsync(a, 0, n * n * sizeof(float), first);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &zero, c, n); // HERE
    cudaMemcpyAsync(result, c, n * n * sizeof(float), cudaMemcpyDeviceToHost, second);     // HERE
    cudaStreamSynchronize(second);
    printf("%g\n", result[0]);
    cublasDestroy(handle);
    cudaFree(a);
    cudaFree(c);
    cudaFreeHost(result);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    return 0;
}
