/* Lanes without work bring a zero. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0;
    for (int by = 16; by > 0; by /= 2)
        v += __shfl_down_sync(0xffffffff, v, by);
    if (i == 0)
        *total = v;
}

int main(void)
{
    const int n = 20;
    float x[n], total = 0, *d_x, *d_total;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_total, sizeof(float));
    cudaMemset(d_total, 0, sizeof(float));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(d_total, d_x, n);
    cudaMemcpy(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_total);
    return total != 20;
}
