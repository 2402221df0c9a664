/* finds: barrier-divergence */
/* Half of the block waits at one barrier, the other half at another. */
__global__ void fold(int *out, const int *in)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = 0;
    if (t < 64) {
        s[t] = in[t];
        __syncthreads(); // HERE
    } else {
        s[t] = -in[t];
        __syncthreads(); // HERE
    }
    out[t] = s[t];
}

int main(void)
{
    int x[128], *d_in, *d_out;
    for (int i = 0; i < 128; i++)
        x[i] = i;
    cudaMalloc(&d_in, sizeof x);
    cudaMalloc(&d_out, sizeof x);
    cudaMemcpy(d_in, x, sizeof x, cudaMemcpyHostToDevice);
    fold<<<1, 128>>>(d_out, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
