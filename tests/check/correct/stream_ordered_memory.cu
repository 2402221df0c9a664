/* cudaMallocAsync and cudaFreeAsync: memory in the order of a stream. */
__global__ void fill(int *x, int n, int round)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i + round;
}

__global__ void add(int *sum, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, x[i]);
}

int main(void)
{
    const int n = 300;
    int *d_sum, sum = 0;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemsetAsync(d_sum, 0, sizeof sum, stream);
    for (int round = 0; round < 3; round++) {
        int *x;
        cudaMallocAsync(&x, n * sizeof(int), stream);
        fill<<<3, 100, 0, stream>>>(x, n, round);
        add<<<3, 100, 0, stream>>>(d_sum, x, n);
        cudaFreeAsync(x, stream);
    }
    cudaMemcpyAsync(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaFree(d_sum);
    cudaStreamDestroy(stream);
    return sum != 3 * 299 * 150 + 3 * 300;
}
