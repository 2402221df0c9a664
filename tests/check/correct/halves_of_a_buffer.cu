/* While the second half of a pinned buffer is still being copied, the host reads the first. */
__global__ void fill(int *x, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

int main(void)
{
    const int half = 512;
    const size_t bytes = half * sizeof(int);
    int *x, *d_x, wrong = 0;
    cudaStream_t stream[2];
    cudaMallocHost(&x, 2 * bytes);
    cudaMalloc(&d_x, 2 * bytes);
    for (int h = 0; h < 2; h++) {
        cudaStreamCreate(&stream[h]);
        fill<<<4, 128, 0, stream[h]>>>(d_x + h * half, half, h + 1);
        cudaMemcpyAsync(x + h * half, d_x + h * half, bytes, cudaMemcpyDeviceToHost, stream[h]);
    }
    for (int h = 0; h < 2; h++) {
        cudaStreamSynchronize(stream[h]);
        for (int i = 0; i < half; i++)
            wrong += x[h * half + i] != h + 1;
        cudaStreamDestroy(stream[h]);
    }
    cudaFree(d_x);
    cudaFreeHost(x);
    return wrong != 0;
}
