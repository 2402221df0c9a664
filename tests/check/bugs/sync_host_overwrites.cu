/* finds: missing-synchronize */
/* The host overwrites the input of a copy that may not have begun. */
__global__ void add(int *sum, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, x[i]);
}

int main(void)
{
    const int n = 128;
    int *x, *d_x, *d_sum, sum;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&x, n * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMemcpyAsync(d_x, x, n * 4, cudaMemcpyHostToDevice, stream); // HERE
    for (int i = 0; i < n; i++)
        x[i] = 2; // HERE
    add<<<1, 128, 0, stream>>>(d_sum, d_x, n);
    cudaStreamSynchronize(stream);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_sum);
    cudaFreeHost(x);
    cudaStreamDestroy(stream);
    return 0;
}
