/* The last warp of a reduction, unrolled, with a __syncwarp between each read and write. */
#define BLOCK 128

__device__ void last_warp(int *s, int t)
{
    int v = s[t];
    for (int d = 32; d > 0; d /= 2) {
        v += s[t + d];
        __syncwarp();
        s[t] = v;
        __syncwarp();
    }
}

__global__ void reduce(int *out, const int *in)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32)
        last_warp(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

int main(void)
{
    const int blocks = 6, n = blocks * BLOCK;
    int x[n], sums[blocks], *d_x, *d_sums, sum = 0;
    for (int i = 0; i < n; i++)
        x[i] = i * i % 10;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reduce<<<blocks, BLOCK>>>(d_sums, d_x);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += x[i];
    for (int i = 0; i < blocks; i++)
        sum -= sums[i];
    cudaFree(d_x);
    cudaFree(d_sums);
    return sum != 0;
}
