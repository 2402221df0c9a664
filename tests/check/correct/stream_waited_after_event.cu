/* Whoever waits for a stream has waited for the events that it waits for. */
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
    float *x, *y, *d_x;
    cudaStream_t a, b;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&done);
    cudaMallocHost(&x, n * sizeof(float));
    cudaMallocHost(&y, n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    twice<<<4, 128, 0, a>>>(d_x, n);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, a);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
    cudaStreamSynchronize(b);
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i];
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaFreeHost(y);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(done);
    printf("%g\n", sum);
    return 0;
}
