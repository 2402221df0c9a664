/* finds: leak */
/* One of the two arrays is never freed. */
__global__ void copy(int *y, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

int main(void)
{
    const int n = 400;
    int x[n], y[n], *d_x, *d_y, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y); // HERE
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    copy<<<4, 100>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += y[i] != i;
    cudaFree(d_x);
    return wrong != 0;
}
