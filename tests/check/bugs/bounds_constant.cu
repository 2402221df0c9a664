/* finds: out-of-bounds */
/* Five weights in constant memory; the loop takes a sixth. */
__constant__ float weights[5];

__global__ void filter(float *out, const float *in, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k <= taps && i < n; k++)
        sum += weights[k] * in[i + k]; // HERE
    if (i < n)
        out[i] = sum;
}

int main(void)
{
    const int n = 200, taps = 5;
    float w[taps] = { 1, 2, 3, 2, 1 }, x[n + taps], *d_x, *d_y;
    for (int i = 0; i < n + taps; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMemcpyToSymbol(weights, w, sizeof w);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    filter<<<2, 100>>>(d_y, d_x, n, taps);
    cudaMemcpy(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    return x[0] < 9;
}
