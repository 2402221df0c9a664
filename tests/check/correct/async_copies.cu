/* Asynchronous copies both ways in one stream; the host waits before it reads. */
__global__ void negate(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = -x[i];
}

int main(void)
{
    const int n = 1024;
    float *x, *d_x;
    int wrong = 0;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&x, n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    negate<<<n / 128, 128, 0, stream>>>(d_x, n);
    cudaMemcpyAsync(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++)
        wrong += x[i] != -i;
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaStreamDestroy(stream);
    return wrong != 0;
}
