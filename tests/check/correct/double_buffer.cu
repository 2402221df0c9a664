/* Tiles in two buffers: while one is used the next is loaded, one barrier per step. */
#define BLOCK 64

__global__ void moving_sum(int *out, const int *in, int steps)
{
    __shared__ int buffer[2][BLOCK];
    int t = threadIdx.x, sum = 0;
    buffer[0][t] = in[t];
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        int now = s & 1;
        if (s + 1 < steps)
            buffer[1 - now][t] = in[(s + 1) * BLOCK + t];
        sum += buffer[now][BLOCK - 1 - t];
        __syncthreads();
    }
    out[t] = sum;
}

int main(void)
{
    const int steps = 9, n = steps * BLOCK;
    int x[n], sums[BLOCK], *d_x, *d_sums, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    moving_sum<<<1, BLOCK>>>(d_sums, d_x, steps);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int t = 0; t < BLOCK; t++) {
        for (int s = 0; s < steps; s++)
            sums[t] -= x[s * BLOCK + BLOCK - 1 - t];
        wrong += sums[t] != 0;
    }
    cudaFree(d_x);
    cudaFree(d_sums);
    return wrong != 0;
}
