/* finds: race, warning */
/* Every thread stores the block's offset in the same shared variable; one would be enough. */
__global__ void number(int *y, int n)
{
    __shared__ int offset;
    offset = blockIdx.x * blockDim.x; // HERE
    __syncthreads();
    int i = offset + threadIdx.x;
    if (i < n)
        y[i] = i;
}

int main(void)
{
    const int n = 700;
    int y[n], *d_y, wrong = 0;
    cudaMalloc(&d_y, sizeof y);
    number<<<(n + 127) / 128, 128>>>(d_y, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += y[i] != i;
    cudaFree(d_y);
    return wrong != 0;
}
