/* finds: missing-synchronize */
/* Two streams read what a third then overwrites: it has waited for one of them. */

__global__ void sum(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + x[n - 1 - i]; // HERE
}

__global__ void refill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i; // HERE
}

static void work(float *x, float *y, float *z, int n, const cudaStream_t *s, cudaEvent_t read)
{
    sum<<<4, 128, 0, s[0]>>>(y, x, n); // HERE
    sum<<<4, 128, 0, s[1]>>>(z, x, n); // HERE
    cudaEventRecord(read, s[0]);
    cudaStreamWaitEvent(s[2], read, 0);
    refill<<<4, 128, 0, s[2]>>>(x, n); // HERE
}

int main(void)
{
    const int n = 512;
    float *x, *y, *z;
    cudaStream_t s[3];
    cudaEvent_t read;
    for (int k = 0; k < 3; k++)
        cudaStreamCreate(&s[k]);
    cudaEventCreate(&read);
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&z, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    work(x, y, z, n, s, read);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    for (int k = 0; k < 3; k++)
        cudaStreamDestroy(s[k]);
    cudaEventDestroy(read);
    return 0;
}
