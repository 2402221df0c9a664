/* finds: leak */
/* A stream is created and never destroyed. */
__global__ void negate(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = -x[i];
}

int main(void)
{
    const int n = 100;
    int *x, wrong = 0;
    cudaStream_t stream;
    cudaStreamCreate(&stream); // HERE
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++)
        x[i] = i;
    negate<<<1, 128, 0, stream>>>(x, n);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++)
        wrong += x[i] != -i;
    cudaFree(x);
    return wrong != 0;
}
