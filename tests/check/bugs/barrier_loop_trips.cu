/* finds: barrier-divergence */
/* A barrier in a loop whose number of rounds differs from thread to thread. */
__global__ void relax(float *x, int n)
{
    __shared__ float s[96];
    int t = threadIdx.x;
    s[t] = 1;
    for (int i = t; i < n; i += blockDim.x) {
        s[t] += x[i];
        __syncthreads(); // HERE
    }
    x[t] = s[t];
} // HERE

int main(void)
{
    const int n = 250;
    float x[n], *d_x;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    relax<<<1, 96>>>(d_x, n);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    return 0;
}
