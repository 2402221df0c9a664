/* finds: barrier-divergence */
/* In the last round of the tiles, threads past the end return; the others go on to a barrier. */
__global__ void sum_tiles(int *sums, const int *x, int n)
{
    __shared__ int tile[96];
    int t = threadIdx.x, sum = 0;
    tile[t] = 0;
    for (int first = 0; first < n; first += 96) {
        if (first + t >= n)
            return; // HERE
        tile[t] = x[first + t];
        __syncthreads(); // HERE
        sum += tile[95 - t];
        __syncthreads(); // HERE
    }
    sums[t] = sum;
} // HERE

int main(void)
{
    const int n = 250;
    int x[n], *d_x, *d_sums;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, 96 * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    sum_tiles<<<1, 96>>>(d_sums, d_x, n);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_sums);
    return 0;
}
