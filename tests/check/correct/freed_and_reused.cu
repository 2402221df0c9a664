/* Memory is freed and allocated again, smaller and larger, in a loop, pinned and on the device. */
__global__ void fill(char *x, int n, char value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

int main(void)
{
    int wrong = 0;
    for (int n = 1; n < 2000; n = 3 * n + 1) {
        char *x, *d_x;
        cudaMalloc(&d_x, n);
        cudaMallocHost(&x, n);
        fill<<<(n + 31) / 32, 32>>>(d_x, n, (char)(n % 100));
        cudaMemcpy(x, d_x, n, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++)
            wrong += x[i] != n % 100;
        cudaFree(d_x);
        cudaFreeHost(x);
    }
    cudaFree(0);
    return wrong != 0;
}
