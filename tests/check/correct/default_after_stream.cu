/* What is in the default stream comes after all blocking streams, whichever was first. */
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
    cudaMemset(d_x, 0, n * sizeof(float));
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    scale<<<4, 128>>>(d_y, d_x, n);
    cudaMemcpyAsync(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost, b);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFreeHost(x);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(done);
    return 0;
}
