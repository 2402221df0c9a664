/* Threads of one block pass values through global memory, with a barrier between. */
__global__ void reverse_blocks(int *x, int *scratch)
{
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
    scratch[first + t] = x[first + t];
    __syncthreads();
    x[first + t] = scratch[first + n - 1 - t];
}

int main(void)
{
    const int n = 600;
    int x[n], *d_x, *d_scratch, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_scratch, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reverse_blocks<<<6, 100>>>(d_x, d_scratch);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != i / 100 * 100 + 99 - i % 100;
    cudaFree(d_x);
    cudaFree(d_scratch);
    return wrong != 0;
}
