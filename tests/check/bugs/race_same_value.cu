/* finds: race, warning */
/* Every thread that finds the key stores the same 1: harmless in practice, but not atomic. */
__global__ void contains(int *found, const int *x, int n, int key)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] == key)
        *found = 1; // HERE
}

int main(void)
{
    const int n = 3000;
    int x[n], found = 0, *d_x, *d_found;
    for (int i = 0; i < n; i++)
        x[i] = i % 50;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_found, sizeof found);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemset(d_found, 0, sizeof found);
    contains<<<(n + 255) / 256, 256>>>(d_found, d_x, n, 7);
    cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_found);
    return found != 1;
}
