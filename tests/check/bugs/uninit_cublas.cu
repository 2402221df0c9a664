/* finds: uninitialized */
/* beta is 1, and nobody has stored anything in y. */
#include <cublas_v2.h>
#include <stdio.h>

__global__ void fill(float *x, float value)
{
    x[threadIdx.x] = value;
}

int main(void)
{
    const int n = 16;
    const float one = 1;
    float *a, *x, *y, first;
    cublasHandle_t handle;
    cublasCreate(&handle);
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    fill<<<1, n * n>>>(a, 2);
    fill<<<1, n>>>(x, 3);
    cublasSgemv(handle, CUBLAS_OP_T, n, n, &one, a, n, x, 1, &one, y, 1); // HERE
    cudaMemcpy(&first, y, sizeof first, cudaMemcpyDeviceToHost);
    cublasDestroy(handle);
    cudaFree(a);
    cudaFree(x);
    cudaFree(y);
    printf("%g\n", first);
    return 0;
}
