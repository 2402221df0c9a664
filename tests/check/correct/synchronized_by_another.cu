/* The host waits for one stream, which has waited for another by an event; and
 * for the default stream, which waits for all that were there before. */
__global__ void fill(int *x, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

int main(void)
{
    const int n = 256;
    int *x, *y, wrong = 0;
    cudaStream_t a, b;
    cudaEvent_t done;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost(&x, n * sizeof(int));
    cudaMallocHost(&y, n * sizeof(int));
    fill<<<2, 128, 0, a>>>(x, n, 1);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
    fill<<<2, 128, 0, b>>>(y, n, 2);
    cudaStreamSynchronize(b);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 1 || y[i] != 2;
    fill<<<2, 128, 0, a>>>(x, n, 3);
    fill<<<2, 128>>>(y, n, 4);
    cudaStreamSynchronize(0);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 3 || y[i] != 4;
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(done);
    cudaFreeHost(x);
    cudaFreeHost(y);
    return wrong != 0;
}
