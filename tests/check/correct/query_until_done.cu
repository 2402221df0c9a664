/* The host asks until all is done. */
#include <stdio.h>

__global__ void twice(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 2 * x[i];
}

int main(void)
{
    const int n = 500;
    float *x, *d_x;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocHost(&x, n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    twice<<<4, 128, 0, stream>>>(d_x, n);
    cudaMemcpyAsync(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    while (cudaStreamQuery(stream) == cudaErrorNotReady)
        continue;
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    printf("%g\n", sum);
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaStreamDestroy(stream);
    return 0;
}
