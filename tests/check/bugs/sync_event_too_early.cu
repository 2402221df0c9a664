/* finds: missing-synchronize */
/* The host waits for an event that was recorded before the copy. */
#include <stdio.h>

__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

int main(void)
{
    const int n = 512;
    int *x, *d_x, sum = 0;
    cudaStream_t stream;
    cudaEvent_t done;
    cudaStreamCreate(&stream);
    cudaEventCreate(&done);
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMallocHost(&x, n * sizeof(int));
    fill<<<n / 64, 64, 0, stream>>>(d_x, n);
    cudaEventRecord(done, stream);
    cudaMemcpyAsync(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost, stream); // HERE
    cudaEventSynchronize(done);
    for (int i = 0; i < n; i++)
        sum += x[i]; // HERE
    printf("%d\n", sum);
    cudaStreamSynchronize(stream);
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    return 0;
}
