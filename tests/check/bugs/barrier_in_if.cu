/* finds: barrier-divergence */
/* Reduction with the barrier inside the if: threads beyond the stride never come to it. */
#define BLOCK 256

__global__ void reduce(int *sums, const int *x)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride) {
            s[t] += s[t + stride];
            __syncthreads(); // HERE
        }
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
} // HERE

int main(void)
{
    const int blocks = 4, n = blocks * BLOCK;
    int x[n], sums[blocks], *d_x, *d_sums;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reduce<<<blocks, BLOCK>>>(d_sums, d_x);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_sums);
    return 0;
}
