/* finds: out-of-bounds */
/* Pinned memory is read after cudaFreeHost. */
__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

int main(void)
{
    int *h, *d;
    cudaMallocHost(&h, 128);
    cudaMalloc(&d, 128);
    fill<<<1, 32>>>(d);
    cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFreeHost(h);
    return h[31] > 31; // HERE
}
