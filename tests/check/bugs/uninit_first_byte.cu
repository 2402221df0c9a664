/* finds: uninitialized */
/* The copy begins one byte too late. */
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
    char x[n * sizeof(int)] = {};
    cudaMemcpy((char *)d_x + 1, x, sizeof x - 1, cudaMemcpyHostToDevice);
    sum<<<1, n>>>(d, d_x, n);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d);
    return 0;
}
