/* A host function in the stream reads what the copy before it brought. */
struct work {
    int n, sum;
    const int *x;
};

static void add_up(void *data)
{
    struct work *w = (struct work *)data;
    w->sum = 0;
    for (int i = 0; i < w->n; i++)
        w->sum += w->x[i];
}

__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

int main(void)
{
    const int n = 100;
    int *x, *d_x;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&x, n * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    struct work work = { n, -1, x };
    fill<<<1, 128, 0, stream>>>(d_x, n);
    cudaMemcpyAsync(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, add_up, &work);
    cudaStreamSynchronize(stream);
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaStreamDestroy(stream);
    return work.sum != 99 * 50;
}
