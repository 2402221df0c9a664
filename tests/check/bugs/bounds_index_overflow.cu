/* finds: out-of-bounds */
/* The index of thread 32 is 2^31: as an int negative, and so less than n. */
__global__ void mark(char *p, int n, int stride)
{
    int i = (int)((blockIdx.x * blockDim.x + threadIdx.x) * (unsigned)stride);
    if (i < n)
        p[i] = 1; // HERE
}

int main(void)
{
    char *d_p;
    cudaMalloc(&d_p, 1000);
    mark<<<1, 64>>>(d_p, 1000, 1 << 26);
    cudaDeviceSynchronize();
    cudaFree(d_p);
    return 0;
}
