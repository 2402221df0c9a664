/* finds: leak */
/* The function returns early when there is nothing to do, and forgets what it has allocated. */
__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

static int last_of(int n)
{
    int *d_x, last = -1;
    if (cudaMalloc(&d_x, 1000 * sizeof(int)) != cudaSuccess) // HERE
        return -1;
    if (n == 0)
        return 0;
    fill<<<(n + 127) / 128, 128>>>(d_x, n);
    cudaMemcpy(&last, d_x + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return last;
}

int main(void)
{
    return last_of(1000) != 999 || last_of(0) != 0 || last_of(5) != 4;
}
