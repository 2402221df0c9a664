/* finds: uninitialized */
/* The size is that of half as many doubles, and some bytes. */
__global__ void sum(double *total, const double *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = x[i] + 1; // HERE
}

int main(void)
{
    const int n = 64;
    double *d_x, *d;
    cudaMalloc(&d_x, n * sizeof(double));
    cudaMalloc(&d, n * sizeof(double));
    cudaMemset(d_x, 0, n * sizeof(double) - 3);
    sum<<<1, n>>>(d, d_x, n);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d);
    return 0;
}
