/* finds: uninitialized */
/* A constructor sets each sum to zero, but nobody runs it in shared memory. */
struct counter {
    int n;
    __host__ __device__ counter() : n(0)
    {
    }
};

__global__ void count(int *out, const int *in)
{
    __shared__ counter sums[4];
    atomicAdd(&sums[threadIdx.x % 4].n, in[threadIdx.x]); // HERE
    __syncthreads();
    out[threadIdx.x] = sums[threadIdx.x % 4].n; // HERE
}

int main(void)
{
    int *out, *in, n = 64 * sizeof(int);
    cudaMalloc(&out, n);
    cudaMalloc(&in, n);
    cudaMemset(in, 1, n);
    count<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(in);
    return 0;
}
