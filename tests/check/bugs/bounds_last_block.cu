/* finds: out-of-bounds */
/* No guard: the last block writes past the end of the array. */
__global__ void fill(int *x, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = value; // HERE
}

int main(void)
{
    const int n = 900;
    int *x = new int[n], *d_x, wrong = 0;
    cudaMalloc(&d_x, n * sizeof(int));
    fill<<<(n + 127) / 128, 128>>>(d_x, 7);
    cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 7;
    cudaFree(d_x);
    delete[] x;
    return wrong != 0;
}
