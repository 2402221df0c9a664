/* finds: race, also out-of-bounds */
/* Two bugs in one line, in different arrays. */

__global__ void shift(int *y, const int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[0];             // HERE
    y[t] = s[63 - t] + x[t]; // HERE
}

int main(void)
{
    int *x, *y;
    cudaMalloc(&x, 32 * sizeof(int)), cudaMalloc(&y, 64 * sizeof(int));
    cudaMemset(x, 0, 32 * sizeof(int));
    shift<<<1, 64>>>(y, x);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
    return 0;
}
