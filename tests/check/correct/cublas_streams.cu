/* Kernels and cuBLAS in two streams that an event orders; beta is 0, so that y needs no values. */
#include <cublas_v2.h>
#include <stdio.h>

__global__ void fill(float *x, float value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

__global__ void halve(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 0.5f;
}

int main(void)
{
    const int n = 48;
    const float two = 2, zero = 0;
    float *a, *x, *y, got[n], norm;
    cudaStream_t streams[2];
    cudaEvent_t filled;
    cublasHandle_t handle;
    for (cudaStream_t &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreate(&filled);
    cublasCreate(&handle);
    cublasSetStream(handle, streams[1]);
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    fill<<<n, n, 0, streams[0]>>>(a, 1, n * n);
    fill<<<1, n, 0, streams[0]>>>(x, 3, n);
    cudaEventRecord(filled, streams[0]);
    cudaStreamWaitEvent(streams[1], filled, 0);
    cublasSgemv(handle, CUBLAS_OP_N, n, n, &two, a, n, x, 1, &zero, y, 1);
    halve<<<1, n, 0, streams[1]>>>(y, n);
    cublasSnrm2(handle, n, y, 1, &norm); /* waits for the stream */
    cudaMemcpyAsync(got, y, sizeof got, cudaMemcpyDeviceToHost, streams[1]);
    cudaStreamSynchronize(streams[1]);
    cublasDestroy(handle);
    cudaFree(a);
    cudaFree(x);
    cudaFree(y);
    cudaEventDestroy(filled);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    printf("%g %g\n", got[0], norm);
    return got[0] != 3 * n || got[n - 1] != 3 * n || norm < 997 || norm > 998;
}
