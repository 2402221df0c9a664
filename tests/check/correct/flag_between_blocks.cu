/* Block 0 leaves data and raises a flag, fence between; the others poll the flag by atomics. */
__global__ void hand_over(int *out, int *data, int *flag, int n)
{
    __shared__ bool ready;
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = n + t;
        __threadfence();
        __syncthreads();
        if (t == 0)
            atomicExch(flag, 1);
        return;
    }
    if (t == 0) {
        ready = false;
        for (long tries = 0; tries < 1000000000 && !ready; tries++)
            ready = atomicAdd(flag, 0) == 1;
        __threadfence();
    }
    __syncthreads();
    if (ready)
        out[(blockIdx.x - 1) * blockDim.x + t] = data[t];
}

int main(void)
{
    const int n = 32, blocks = 5;
    int out[n * (blocks - 1)], *d_out, *d_data, wrong = 0;
    cudaMalloc(&d_out, sizeof out);
    cudaMalloc(&d_data, (n + 1) * sizeof(int));
    cudaMemset(d_data, 0, (n + 1) * sizeof(int));
    hand_over<<<blocks, n>>>(d_out, d_data, d_data + n, n);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * (blocks - 1); i++)
        wrong += out[i] != n + i % n;
    cudaFree(d_out);
    cudaFree(d_data);
    return wrong != 0;
}
