/* finds: barrier-divergence */
/* Only threads with work ask how many there are: __syncthreads_count is a barrier for all. */
__global__ void count_positive(int *counts, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int count = 0;
    if (i < n)
        count = __syncthreads_count(x[i] > 0); // HERE
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
} // HERE

int main(void)
{
    const int n = 300;
    int x[n], *d_x, *d_counts;
    for (int i = 0; i < n; i++)
        x[i] = i - 100;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_counts, 3 * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    count_positive<<<3, 128>>>(d_counts, d_x, n);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_counts);
    return 0;
}
