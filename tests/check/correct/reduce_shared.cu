/* Tree reduction in shared memory, a barrier after each step, in two launches. */
#define BLOCK 256

__global__ void reduce(int *sums, const int *x, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

int main(void)
{
    const int n = 5000, blocks = (n + BLOCK - 1) / BLOCK;
    static int x[n];
    int sum = 0, *d_x, *d_sums, *d_sum;
    for (int i = 0; i < n; i++)
        x[i] = i % 9;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, blocks * sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reduce<<<blocks, BLOCK>>>(d_sums, d_x, n);
    reduce<<<1, BLOCK>>>(d_sum, d_sums, blocks);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum -= x[i];
    cudaFree(d_x);
    cudaFree(d_sums);
    cudaFree(d_sum);
    return sum != 0;
}
