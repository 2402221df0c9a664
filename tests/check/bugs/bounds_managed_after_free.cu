/* finds: out-of-bounds */
/* The host reads managed memory that it has given back. */
__global__ void count(int *hits)
{
    atomicAdd(&hits[threadIdx.x % 2], 1);
}

int main(void)
{
    int *hits;
    cudaMallocManaged(&hits, 2 * sizeof *hits);
    hits[0] = hits[1] = 0;
    count<<<4, 64>>>(hits);
    cudaDeviceSynchronize();
    cudaFree(hits);
    return hits[0] < 0; // HERE
}
