/* Whole blocks return before the barrier; within a block all threads do the same. */
__global__ void odd_blocks(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (blockIdx.x % 2 == 0)
        return;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    x[blockIdx.x * 64 + t] = s[63 - t];
}

int main(void)
{
    const int n = 640;
    int x[n], *d_x, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    odd_blocks<<<n / 64, 64>>>(d_x);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != (i / 64 % 2 ? i / 64 * 64 + 63 - i % 64 : i);
    cudaFree(d_x);
    return wrong != 0;
}
