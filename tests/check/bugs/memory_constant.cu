/* finds: wrong-memory */
/* The host fills a table in constant memory as if it were its own; cudaMemcpyToSymbol does that. */
__constant__ int powers[8];

__global__ void look_up(int *out)
{
    out[threadIdx.x] = powers[threadIdx.x % 8];
}

int main(void)
{
    int *d_out;
    cudaMalloc(&d_out, 32 * sizeof(int));
    powers[0] = 1; // HERE
    look_up<<<1, 32>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
    return 0;
}
