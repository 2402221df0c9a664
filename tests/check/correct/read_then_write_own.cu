/* In place, but each thread touches only its own elements; neighbours are read from another array.
 */
__global__ void update(float *x, const float *old, int n)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        x[i] = x[i] * 2;
        __syncthreads();
        x[i] += old[(i + 1) % n] - old[(i + n - 1) % n];
    }
}

int main(void)
{
    const int n = 1024;
    float x[n], *d_x, *d_old;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_old, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_old, d_x, sizeof x, cudaMemcpyDeviceToDevice);
    update<<<4, 64>>>(d_x, d_old, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 1; i < n - 1; i++)
        wrong += x[i] != 2 * i + 2;
    cudaFree(d_x);
    cudaFree(d_old);
    return wrong != 0;
}
