/* finds: missing-synchronize */
/* cudaStreamSynchronize(0) does not wait for a stream that does not wait for the default stream. */
__global__ void scale(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i]; // HERE
}

int main(void)
{
    const int n = 500;
    float *x, *y, *d_x, *d_y;
    cudaStream_t a, b;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&done);
    cudaMallocHost(&x, n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMallocHost(&y, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemset(d_x, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    scale<<<4, 128, 0, a>>>(y, d_x, n); // HERE
    cudaStreamSynchronize(0);
    float sum = x[0] + y[0]; // HERE
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFreeHost(x);
    cudaFreeHost(y);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(done);
    return sum < 0;
}
