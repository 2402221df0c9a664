/* finds: barrier-divergence */
/* Only in the last block some threads skip the barrier. */
__global__ void reverse(int *x, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, first = blockIdx.x * 64;
    if (first + t < n) {
        s[t] = x[first + t];
        __syncthreads(); // HERE
        int count = n - first < 64 ? n - first : 64;
        x[first + t] = s[count - 1 - t];
    }
} // HERE

int main(void)
{
    const int n = 1000;
    int x[n], *d_x;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reverse<<<16, 64>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return x[0] != 63;
}
