/* finds: race */
/* The same over all blocks, in global memory. */

__global__ void scale(float *out, int *largest, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicMax(largest, x[i]);        // HERE
    out[i] = (float)x[i] / *largest; // HERE
}

int main(void)
{
    int x[128], *d_x, *d_largest;
    float *d;
    for (int i = 0; i < 128; i++)
        x[i] = 128 - i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_largest, sizeof(int));
    cudaMalloc(&d, 128 * sizeof(float));
    cudaMemset(d_largest, 0, sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    scale<<<2, 64>>>(d, d_largest, d_x, 128);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_largest);
    cudaFree(d);
    return 0;
}
