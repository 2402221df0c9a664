/* finds: race */
/* Block 0 zeroes the counter in the launch whose other blocks already count with atomics. */
__global__ void count_big(int *count, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *count = 0; // HERE
    __syncthreads();
    if (i < n && x[i] > 5)
        atomicAdd(count, 1); // HERE
}

int main(void)
{
    const int n = 1000;
    int x[n], count, *d_x, *d_count;
    for (int i = 0; i < n; i++)
        x[i] = i % 10;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_count, sizeof count);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, sizeof count);
    count_big<<<8, 125>>>(d_count, d_x, n);
    cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_count);
    return count != 400;
}
