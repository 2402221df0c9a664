/* finds: wrong-memory */
/* The host fills a device array as if it were its own. */
__global__ void add_one(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

int main(void)
{
    const int n = 100;
    float x[n], *d_x;
    cudaMalloc((void **)&d_x, sizeof x);
    cudaMemset(d_x, 0, sizeof x);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        d_x[i] = i; // HERE
    add_one<<<1, 128>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return 0;
}
