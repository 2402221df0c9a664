/* finds: race */
/* Two threads write different values into the same byte: threads 2k and 2k + 1 share one. */
__global__ void last_digit(unsigned char *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i / 2] = (unsigned char)(in[i] % 10); // HERE
}

int main(void)
{
    const int n = 1000;
    int x[n], *d_x, wrong = 0;
    unsigned char y[n / 2], *d_y;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    last_digit<<<(n + 127) / 128, 128>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n / 2; i++)
        wrong += y[i] / 2 != i % 5;
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
