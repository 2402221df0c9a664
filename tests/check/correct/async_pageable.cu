/* An asynchronous copy into pageable memory has ended when the call returns. */
__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 2 * i;
}

int main(void)
{
    const int n = 500;
    int x[n], *d_x, wrong = 0;
    cudaMalloc(&d_x, sizeof x);
    fill<<<(n + 63) / 64, 64>>>(d_x, n);
    cudaMemcpyAsync(x, d_x, sizeof x, cudaMemcpyDeviceToHost, 0);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 2 * i;
    cudaFree(d_x);
    return wrong != 0;
}
