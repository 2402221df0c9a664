/* finds: race */
/* Atomics on a counter do not order anything else: neighbours are read in the same interval. */
__global__ void k(int *count, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    s[t] = t; // HERE
    atomicAdd(count, 1);
    out[t] = s[t / 2]; // HERE
}

int main(void)
{
    int x[65], *d;
    cudaMalloc(&d, sizeof x);
    cudaMemset(d, 0, sizeof x);
    k<<<1, 64>>>(d, d + 1);
    cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return x[64] != 31;
}
