/* finds: race */
/* A thread reads only what threads before it have written, so a CPU that runs them in turn is
 * always right. */
__global__ void sums(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    s[t] = t; // HERE
    for (int i = 0; i <= t; i++)
        sum += s[i]; // HERE
    out[t] = sum;
}

int main(void)
{
    int x[64], *d_x;
    cudaMalloc(&d_x, sizeof x);
    sums<<<1, 64>>>(d_x);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return x[63] != 63 * 32;
}
