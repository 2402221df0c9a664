/* finds: missing-synchronize */
/* Two streams copy their halves back; the host waits for the first only. */
#include <stdio.h>

__global__ void fill(int *x, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

int main(void)
{
    const int n = 640;
    const size_t bytes = n * sizeof(int);
    int *x, *y, *d_x, *d_y, wrong = 0;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMallocHost(&x, bytes);
    cudaMallocHost(&y, bytes);
    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    fill<<<10, 64, 0, first>>>(d_x, n, 1);
    fill<<<10, 64, 0, second>>>(d_y, n, 2);
    cudaMemcpyAsync(x, d_x, bytes, cudaMemcpyDeviceToHost, first);
    cudaMemcpyAsync(y, d_y, bytes, cudaMemcpyDeviceToHost, second); // HERE
    cudaStreamSynchronize(first);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 1;
    printf("%d\n", y[n - 1]); // HERE
    cudaStreamSynchronize(second);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFreeHost(x);
    cudaFreeHost(y);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    return wrong != 0;
}
