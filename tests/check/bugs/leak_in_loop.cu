/* finds: leak */
/* Each round allocates its scratch memory; only the last one's is freed. */
__global__ void step(float *x, float *scratch, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        scratch[i] = x[i] / 2;
        x[i] = scratch[i] + 1;
    }
}

int main(void)
{
    const int n = 256;
    float x[n], *d_x, *scratch = NULL;
    for (int i = 0; i < n; i++)
        x[i] = 2;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    for (int round = 0; round < 5; round++) {
        cudaMalloc(&scratch, n * sizeof(float)); // HERE
        step<<<2, 128>>>(d_x, scratch, n);
    }
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(scratch);
    cudaFree(d_x);
    return x[0] != 2;
}
