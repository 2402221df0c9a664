/* finds: missing-synchronize */
/* A copy to the device in one stream, the kernel that reads it in another. */
__global__ void scale(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}

int main(void)
{
    const int n = 500;
    float *x, *d_x, *d_y;
    cudaStream_t a, b;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&a, cudaStreamDefault);
    cudaStreamCreateWithFlags(&b, cudaStreamDefault);
    cudaEventCreate(&done);
    cudaMallocHost(&x, n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);                                  // HERE
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFreeHost(x);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(done);
    return 0;
}
