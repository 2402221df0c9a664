/* Managed memory: the host writes, a kernel works, the host waits and reads; twice. */
__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i]++;
}

int main(void)
{
    const int n = 1000;
    int *x, wrong = 0;
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++)
        x[i] = i;
    for (int round = 1; round <= 2; round++) {
        add_one<<<(n + 255) / 256, 256>>>(x, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++)
            wrong += x[i] != i + round;
    }
    cudaFree(x);
    return wrong != 0;
}
