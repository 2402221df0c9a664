/* A barrier in a branch and in a loop that all threads of a block take alike. */
__global__ void rotate(int *x, const int *rounds)
{
    __shared__ int s[96];
    int t = threadIdx.x, i = blockIdx.x * 96 + t;
    s[t] = x[i];
    if (rounds[blockIdx.x] > 0) {
        __syncthreads();
        for (int r = 0; r < rounds[blockIdx.x]; r++) {
            int v = s[(t + 1) % 96];
            __syncthreads();
            s[t] = v;
            __syncthreads();
        }
    }
    x[i] = s[t];
}

int main(void)
{
    const int blocks = 8, n = 96 * blocks;
    int x[n], rounds[blocks], *d_x, *d_rounds, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    for (int b = 0; b < blocks; b++)
        rounds[b] = b * 3 % 5;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_rounds, sizeof rounds);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_rounds, rounds, sizeof rounds, cudaMemcpyHostToDevice);
    rotate<<<blocks, 96>>>(d_x, d_rounds);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != i / 96 * 96 + (i % 96 + rounds[i / 96]) % 96;
    cudaFree(d_x);
    cudaFree(d_rounds);
    return wrong != 0;
}
