/* finds: race */
/* Only in the last, ragged round two threads fall on the same element: its index is clamped. */
__global__ void store(int *out, int n)
{
    for (int i = threadIdx.x; i < n + 3; i += blockDim.x) {
        int at = i < n ? i : n - 1;
        out[at] = i; // HERE
    }
}

int main(void)
{
    const int n = 250;
    int x[n], *d_x;
    cudaMalloc(&d_x, sizeof x);
    store<<<1, 64>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return x[7] != 7;
}
