/* Streams that know nothing of each other, ordered by what the host waits for: a query, an event's
 * query, a synchronize, a copy. */
__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i]++;
}

int main(void)
{
    const int n = 200;
    int x[n], *d_x, wrong = 0;
    cudaStream_t stream[4];
    cudaEvent_t event;
    cudaEventCreate(&event);
    for (int s = 0; s < 4; s++)
        cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking);
    cudaMalloc(&d_x, sizeof x);
    cudaMemset(d_x, 0, sizeof x);
    cudaDeviceSynchronize();
    add_one<<<2, 100, 0, stream[0]>>>(d_x, n);
    while (cudaStreamQuery(stream[0]) != cudaSuccess)
        ;
    add_one<<<2, 100, 0, stream[1]>>>(d_x, n);
    cudaEventRecord(event, stream[1]);
    while (cudaEventQuery(event) != cudaSuccess)
        ;
    add_one<<<2, 100, 0, stream[2]>>>(d_x, n);
    cudaEventRecord(event, stream[2]);
    cudaStreamWaitEvent(stream[3], event, 0);
    add_one<<<2, 100, 0, stream[3]>>>(d_x, n);
    cudaStreamSynchronize(stream[3]);
    add_one<<<2, 100>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    add_one<<<2, 100, 0, stream[0]>>>(d_x, n);
    cudaStreamSynchronize(stream[0]);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 5;
    cudaEventDestroy(event);
    for (int s = 0; s < 4; s++)
        cudaStreamDestroy(stream[s]);
    cudaFree(d_x);
    return wrong != 0;
}
