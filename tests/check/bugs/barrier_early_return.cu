/* finds: barrier-divergence */
/* Threads past the end return before the barrier that the others wait at. */
__global__ void reverse(int *x, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n)
        return; // HERE
    s[t] = x[t];
    __syncthreads(); // HERE
    x[t] = s[n - 1 - t];
} // HERE

int main(void)
{
    const int n = 50;
    int x[n], *d_x, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != n - 1 - i;
    cudaFree(d_x);
    return wrong != 0;
}
