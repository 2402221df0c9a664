/* finds: race */
/* Only blocks 0 and 65,536 meet. */
__global__ void k(int *x)
{
    if (blockIdx.x % 65536 == 0)
        x[0] = blockIdx.x; // HERE
}

int main(void)
{
    int x, *d_x;
    cudaMalloc(&d_x, sizeof x);
    k<<<65537, 1>>>(d_x);
    cudaMemcpy(&x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return x % 65536;
}
