/* finds: missing-synchronize */
/* The copy into pinned memory is asynchronous, and nothing waits for it. */
#include <stdio.h>

__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = n - i;
}

int main(void)
{
    const int n = 1024;
    const size_t bytes = n * sizeof(int);
    int *x, *d_x;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&x, bytes);
    cudaMalloc(&d_x, bytes);
    fill<<<n / 128, 128, 0, stream>>>(d_x, n);
    cudaMemcpyAsync(x, d_x, bytes, cudaMemcpyDeviceToHost, stream); // HERE
    printf("%d\n", x[0]);                                           // HERE
    cudaStreamSynchronize(stream);
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaStreamDestroy(stream);
    return 0;
}
