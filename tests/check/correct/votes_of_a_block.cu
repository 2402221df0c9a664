/* __syncthreads_count, _and and _or, at which all threads vote. */
__global__ void votes(int *counts, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? x[i] : -1;
    int count = __syncthreads_count(value > 50);
    int all = __syncthreads_and(value >= 0);
    int any = __syncthreads_or(value == 77);
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count * 4 + (all ? 2 : 0) + (any ? 1 : 0);
}

int main(void)
{
    const int n = 470, blocks = 5;
    int x[n], counts[blocks], *d_x, *d_counts, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i % 100;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_counts, sizeof counts);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    votes<<<blocks, 100>>>(d_counts, d_x, n);
    cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++)
        wrong += counts[b] != (b < 4 ? 49 * 4 + 3 : 19 * 4);
    cudaFree(d_x);
    cudaFree(d_counts);
    return wrong != 0;
}
