/* The host waits for an event after the copy, while later work is still queued. */
__global__ void add(int *x, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += value;
}

int main(void)
{
    const int n = 800;
    const size_t bytes = n * sizeof(int);
    int *x, *d_x, wrong = 0;
    cudaStream_t stream;
    cudaEvent_t copied;
    cudaStreamCreate(&stream);
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    cudaHostAlloc(&x, bytes, cudaHostAllocDefault);
    cudaMalloc(&d_x, bytes);
    cudaMemsetAsync(d_x, 0, bytes, stream);
    add<<<(n + 127) / 128, 128, 0, stream>>>(d_x, n, 1);
    cudaMemcpyAsync(x, d_x, bytes, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(copied, stream);
    add<<<(n + 127) / 128, 128, 0, stream>>>(d_x, n, 10);
    cudaEventSynchronize(copied);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 1;
    cudaMemcpyAsync(x, d_x, bytes, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 11;
    cudaEventDestroy(copied);
    cudaStreamDestroy(stream);
    cudaFreeHost(x);
    cudaFree(d_x);
    return wrong != 0;
}
