/* Two streams work on halves, a third waits for both by events, the host waits for the third. */
__global__ void fill(int *x, int n, int first)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] = first + i;
}

__global__ void add_halves(int *sum, const int *x, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half)
        sum[i] = x[i] + x[half + i];
}

int main(void)
{
    const int half = 500;
    int *x, *sum, *result, wrong = 0;
    cudaStream_t stream[3];
    cudaEvent_t done[2];
    cudaMalloc(&x, 2 * half * sizeof(int));
    cudaMalloc(&sum, half * sizeof(int));
    cudaMallocHost(&result, half * sizeof(int));
    for (int i = 0; i < 3; i++)
        cudaStreamCreate(&stream[i]);
    for (int i = 0; i < 2; i++) {
        cudaEventCreate(&done[i]);
        fill<<<1, 128, 0, stream[i]>>>(x + i * half, half, i * 1000);
        cudaEventRecord(done[i], stream[i]);
        cudaStreamWaitEvent(stream[2], done[i], 0);
    }
    add_halves<<<(half + 63) / 64, 64, 0, stream[2]>>>(sum, x, half);
    cudaMemcpyAsync(result, sum, half * sizeof(int), cudaMemcpyDeviceToHost, stream[2]);
    cudaStreamSynchronize(stream[2]);
    for (int i = 0; i < half; i++)
        wrong += result[i] != 1000 + 2 * i;
    for (int i = 0; i < 2; i++)
        cudaEventDestroy(done[i]);
    for (int i = 0; i < 3; i++)
        cudaStreamDestroy(stream[i]);
    cudaFree(x);
    cudaFree(sum);
    cudaFreeHost(result);
    return wrong != 0;
}
