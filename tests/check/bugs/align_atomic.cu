/* finds: misaligned */
/* A record is packed by hand: its counter of 8 bytes lies at byte 4. */
__global__ void count(char *records, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((unsigned long long *)(records + 16 * (i % 4) + 4), 1ull); // HERE
}

int main(void)
{
    char *d_records;
    cudaMalloc(&d_records, 64);
    cudaMemset(d_records, 0, 64);
    count<<<2, 32>>>(d_records, 50);
    cudaDeviceSynchronize();
    cudaFree(d_records);
    return 0;
}
