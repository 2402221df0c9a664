/* finds: uninitialized */
/* The memset leaves out the last byte of the last int. */
__global__ void sum(int *total, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = x[i] + 1; // HERE
}

int main(void)
{
    const int n = 64;
    int *d_x, *d;
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d_x, 0, n * sizeof(int) - 1);
    sum<<<1, n>>>(d, d_x, n);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d);
    return 0;
}
