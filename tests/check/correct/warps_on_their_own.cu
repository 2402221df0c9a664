/* After the last barrier some warps return, and the first goes on alone with shuffles. */
__global__ void sums(int *out, const int *in)
{
    __shared__ int s[8];
    int t = threadIdx.x, v = in[blockIdx.x * 256 + t];
    v = __reduce_add_sync(0xffffffff, v);
    if (t % 32 == 0)
        s[t / 32] = v;
    __syncthreads();
    if (t >= 32)
        return;
    v = t < 8 ? s[t] : 0;
    for (int d = 4; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0)
        out[blockIdx.x] = v;
}

int main(void)
{
    const int blocks = 5, n = 256 * blocks;
    int x[n], y[blocks], *d_x, *d_y, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i / 256 + 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    sums<<<blocks, 256>>>(d_y, d_x);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++)
        wrong += y[b] != 256 * (b + 1);
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
