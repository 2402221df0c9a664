/* While a kernel reads pinned input, the host reads it too; nobody writes it. */
__global__ void add(int *sum, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, x[i]);
}

int main(void)
{
    const int n = 1000;
    int *x, *d_sum, sum, want = 0;
    cudaMallocHost(&x, n * sizeof(int));
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    for (int i = 0; i < n; i++)
        x[i] = i % 17;
    add<<<8, 125>>>(d_sum, x, n);
    for (int i = 0; i < n; i++)
        want += x[i];
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    cudaFreeHost(x);
    return sum != want;
}
