/* finds: missing-synchronize */
/* cudaMemset runs in the default stream, for which a non-blocking stream does not wait. */
__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1; // HERE
}

int main(void)
{
    const int n = 256;
    int *x;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));    // HERE
    add_one<<<2, 128, 0, stream>>>(x, n); // HERE
    cudaStreamSynchronize(stream);
    cudaFree(x);
    cudaStreamDestroy(stream);
    return 0;
}
