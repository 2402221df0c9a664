/* finds: wrong-memory */
/* The rows are in device memory, the table of their addresses is not. */
__global__ void add_rows(float *sum, float **rows, int n, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float s = 0;
    for (int r = 0; r < n; r++) {
        const float *row = rows[r]; // HERE
        s += row[c];
    }
    sum[c] = s;
}

int main(void)
{
    const int n = 4, cols = 100;
    float ones[cols], *rows[n], *sum;
    int wrong = 0;
    for (int c = 0; c < cols; c++)
        ones[c] = 1;
    for (int r = 0; r < n; r++) {
        cudaMalloc(&rows[r], sizeof ones);
        cudaMemcpy(rows[r], ones, sizeof ones, cudaMemcpyHostToDevice);
    }
    cudaMalloc(&sum, sizeof ones);
    add_rows<<<1, 128>>>(sum, rows, n, cols);
    cudaMemcpy(ones, sum, sizeof ones, cudaMemcpyDeviceToHost);
    for (int c = 0; c < cols; c++)
        wrong += ones[c] != n;
    for (int r = 0; r < n; r++)
        cudaFree(rows[r]);
    cudaFree(sum);
    return wrong != 0;
}
