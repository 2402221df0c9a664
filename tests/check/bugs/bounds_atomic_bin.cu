/* finds: out-of-bounds */
/* Ten bins, and a value of exactly 1 falls into an eleventh. */
__global__ void histogram(int *bins, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[(int)(x[i] * 10)], 1); // HERE
}

int main(void)
{
    const int n = 501;
    float x[n], *d_x;
    int bins[10], *d_bins, total = 0;
    for (int i = 0; i < n; i++)
        x[i] = i / 500.0f;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_bins, sizeof bins);
    cudaMemset(d_bins, 0, sizeof bins);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    histogram<<<4, 128>>>(d_bins, d_x, n);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    for (int b = 0; b < 10; b++)
        total += bins[b];
    cudaFree(d_x);
    cudaFree(d_bins);
    return total != n - 1;
}
