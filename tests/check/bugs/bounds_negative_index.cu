/* finds: out-of-bounds */
/* The first thread of the grid reads x[-1]. */
__global__ void backward(float *d, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = x[i] - x[i - 1]; // HERE
}

int main(void)
{
    const int n = 512;
    float x[n], *d_x, *d_d;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = 3 * i;
    cudaMalloc(&d_d, sizeof x);
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    backward<<<4, 128>>>(d_d, d_x, n);
    cudaMemcpy(x, d_d, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 1; i < n; i++)
        wrong += x[i] != 3;
    cudaFree(d_x);
    cudaFree(d_d);
    return wrong != 0;
}
