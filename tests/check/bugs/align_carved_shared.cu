/* finds: misaligned */
/* Dynamic shared memory: an odd number of ints, and the doubles begin right after them. */
__global__ void weigh(double *out, const int *in, int n)
{
    extern __shared__ int keys[];
    double *weights = (double *)(keys + n);
    int t = threadIdx.x;
    if (t < n) {
        keys[t] = in[t];
        weights[t] = 0.5 * in[t]; // HERE
    }
    __syncthreads();
    if (t < n)
        out[t] = keys[n - 1 - t] + weights[t]; // HERE
}

int main(void)
{
    const int n = 33;
    int x[n], *d_x, wrong = 0;
    double y[n], *d_y;
    for (int i = 0; i < n; i++)
        x[i] = 2 * i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    weigh<<<1, 64, n *(sizeof(int) + sizeof(double))>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += y[i] != 2 * (n - 1 - i) + i;
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
