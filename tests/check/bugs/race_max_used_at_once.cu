/* finds: race */
/* The largest is used before all threads have brought theirs. */

__global__ void scale(float *out, const int *x, int n)
{
    __shared__ int largest;
    int t = threadIdx.x;
    if (t == 0)
        largest = 1;
    __syncthreads();
    atomicMax(&largest, x[t]);      // HERE
    out[t] = (float)x[t] / largest; // HERE
}

int main(void)
{
    int x[64], *d_x;
    float *d;
    for (int i = 0; i < 64; i++)
        x[i] = 64 - i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d, 64 * sizeof(float));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(d, d_x, 64);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d);
    return 0;
}
