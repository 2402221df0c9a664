/* finds: misaligned */
/* A double is kept in a shared array of floats, beginning at an odd one. */
__global__ void mean(float *out, const float *x, int n)
{
    __shared__ float s[67];
    int t = threadIdx.x;
    s[t + 3] = t < n ? x[t] : 0;
    __syncthreads();
    double *sum = (double *)(s + 1);
    if (t == 0) {
        double all = 0;
        for (int i = 0; i < 64; i++)
            all += s[i + 3];
        *sum = all; // HERE
    }
    __syncthreads();
    if (t < n)
        out[t] = x[t] - *sum / n; // HERE
}

int main(void)
{
    const int n = 50;
    float x[n], *d_x, *d_out;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_out, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    mean<<<1, 64>>>(d_out, d_x, n);
    cudaMemcpy(x, d_out, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != i - 24.5f;
    cudaFree(d_x);
    cudaFree(d_out);
    return wrong != 0;
}
