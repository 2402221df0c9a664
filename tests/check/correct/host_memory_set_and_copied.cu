/* cudaMemset of memory that the host can reach waits, as does each copy within the host's memory,
 * an Async one too. */
__global__ void fill(char *x)
{
    x[threadIdx.x] = 9;
}

int main(void)
{
    const int n = 256;
    char *a, *b, *managed, pageable[n];
    int wrong = 0;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&a, n);
    cudaMallocHost(&b, n);
    cudaMallocManaged(&managed, n);
    fill<<<1, n>>>(a);
    cudaMemset(a, 1, n);
    cudaMemset2D(managed, n, 2, n, 1);
    for (int i = 0; i < n; i++)
        wrong += a[i] != 1 || managed[i] != 2;
    cudaMemcpyAsync(b, a, n, cudaMemcpyHostToHost, stream);
    for (int i = 0; i < n; i++) {
        wrong += b[i] != 1;
        a[i] = pageable[i] = 3;
    }
    cudaMemcpyAsync(b, pageable, n, cudaMemcpyDefault, stream);
    for (int i = 0; i < n; i++)
        wrong += b[i] != 3;
    cudaFreeHost(a);
    cudaFreeHost(b);
    cudaFree(managed);
    cudaStreamDestroy(stream);
    return wrong;
}
