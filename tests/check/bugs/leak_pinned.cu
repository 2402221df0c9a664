/* finds: leak */
/* Pinned host memory needs cudaFreeHost. */
__global__ void twice(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int main(void)
{
    const int n = 200;
    int *x, *d_x, wrong = 0;
    cudaMallocHost((void **)&x, n * sizeof(int)); // HERE
    cudaMalloc((void **)&d_x, n * sizeof(int));
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<2, 100>>>(d_x, n);
    cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 2 * i;
    cudaFree(d_x);
    return wrong != 0;
}
