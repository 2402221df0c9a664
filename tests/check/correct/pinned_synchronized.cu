/* A kernel writes into pinned memory; the host waits before it reads. */
__global__ void count(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

int main(void)
{
    const int n = 777;
    int *x, wrong = 0;
    cudaMallocHost(&x, n * sizeof(int));
    count<<<(n + 127) / 128, 128>>>(x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += x[i] != i;
    cudaFreeHost(x);
    return wrong != 0;
}
