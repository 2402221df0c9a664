/* finds: out-of-bounds */
/* Ten bins in shared memory, and the value 100 belongs to an eleventh. */
__global__ void histogram(int *out, const int *x, int n)
{
    __shared__ int bins[10];
    __shared__ int spare[10];
    int t = threadIdx.x;
    if (t < 10)
        bins[t] = spare[t] = 0;
    __syncthreads();
    if (t < n)
        atomicAdd(&bins[x[t] / 10], 1); // HERE
    __syncthreads();
    if (t < 10)
        out[t] = bins[t] + spare[t];
}

int main(void)
{
    const int n = 101;
    int x[n], *d_x, *d_out;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_out, 10 * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    histogram<<<1, 128>>>(d_out, d_x, n);
    cudaMemcpy(x, d_out, 10 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_out);
    return x[0] != 10;
}
