/* Bytes are copied in a number that is no multiple of four, and read as bytes. */
__global__ void sum(char *total, const char *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = x[i] + 1;
}

int main(void)
{
    const int n = 64;
    char *d_x, *d;
    cudaMalloc(&d_x, n * sizeof(char));
    cudaMalloc(&d, n * sizeof(char));
    char text[n] = "abc";
    cudaMemcpy(d_x, text, 33, cudaMemcpyHostToDevice);
    cudaMemset(d_x + 33, 0, n - 33);
    sum<<<1, n>>>(d, d_x, n);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d);
    return 0;
}
