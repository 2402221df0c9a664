/* finds: out-of-bounds */
/* A loop goes far past the end of a thread's own array, over what the CPU keeps behind it. */
__global__ void last_sums(float *c, int rows)
{
    float sum[8];

    for (int i = 0; i <= rows; i++)
        sum[i] = i; // HERE
    c[threadIdx.x] = sum[threadIdx.x % 8];
}

int main()
{
    float *d_c;

    cudaMalloc(&d_c, 32 * sizeof(float));
    last_sums<<<1, 32>>>(d_c, 2000);
    return cudaFree(d_c) != cudaSuccess;
}
