/* The host asks again and again whether the stream, then whether the event is done. */
__global__ void fill(float *x, int n, float value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

int main(void)
{
    const int n = 640;
    float *x;
    int wrong = 0;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaMallocHost(&x, n * sizeof(float));
    fill<<<n / 64, 64, 0, stream>>>(x, n, 1);
    while (cudaStreamQuery(stream) == cudaErrorNotReady)
        ;
    for (int i = 0; i < n; i++)
        wrong += x[i] != 1;
    fill<<<n / 64, 64, 0, stream>>>(x, n, 2);
    cudaEventRecord(event, stream);
    while (cudaEventQuery(event) != cudaSuccess)
        ;
    for (int i = 0; i < n; i++)
        wrong += x[i] != 2;
    cudaFreeHost(x);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    return wrong != 0;
}
