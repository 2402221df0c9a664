/* finds: race */
/* Histogram per block in shared memory: a plain += although two threads may meet in a bin. */
#define BINS 16

__global__ void histogram(unsigned *bins, const int *data, int n)
{
    __shared__ unsigned local[BINS];
    if (threadIdx.x < BINS)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        local[data[i] % BINS] += 1; // HERE
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main(void)
{
    const int n = 3200;
    int data[n], *d_data, wrong = 0;
    unsigned bins[BINS], *d_bins;
    for (int i = 0; i < n; i++)
        data[i] = i;
    cudaMalloc(&d_data, sizeof data);
    cudaMalloc(&d_bins, sizeof bins);
    cudaMemcpy(d_data, data, sizeof data, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof bins);
    histogram<<<4, 128>>>(d_bins, d_data, n);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BINS; i++)
        wrong += bins[i] != n / BINS;
    cudaFree(d_data);
    cudaFree(d_bins);
    return wrong != 0;
}
