/* Histogram: shared atomics within the block, global atomics to add the blocks up. */
__global__ void histogram(unsigned *bins, const unsigned char *data, int n)
{
    __shared__ unsigned local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (local[b])
            atomicAdd(&bins[b], local[b]);
}

int main(void)
{
    const int n = 5003;
    static unsigned char data[n], *d_data;
    static unsigned bins[256], want[256], *d_bins;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        data[i] = (unsigned char)(i * i >> 4);
        want[data[i]]++;
    }
    cudaMalloc(&d_data, n);
    cudaMalloc(&d_bins, sizeof bins);
    cudaMemset(d_bins, 0, sizeof bins);
    cudaMemcpy(d_data, data, n, cudaMemcpyHostToDevice);
    histogram<<<5, 96>>>(d_bins, d_data, n);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        wrong += bins[i] != want[i];
    cudaFree(d_data);
    cudaFree(d_bins);
    return wrong != 0;
}
