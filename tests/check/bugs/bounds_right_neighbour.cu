/* finds: out-of-bounds */
/* The last thread has no right neighbour, and reads it. */
__global__ void forward(float *d, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float here = x[i];
    float next = x[i + 1]; // HERE
    d[i] = next - here;
}

int main(void)
{
    const int n = 777;
    float x[n], *d_x, *d_d;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = 2 * i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_d, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    forward<<<(n + 63) / 64, 64>>>(d_d, d_x, n);
    cudaMemcpy(x, d_d, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n - 1; i++)
        wrong += x[i] != 2;
    cudaFree(d_x);
    cudaFree(d_d);
    return wrong != 0;
}
