/* finds: race */
/* The threads of a row of the block add to one shared sum without an atomic. */
__global__ void row_sums(float *sums, const float *m, int cols)
{
    __shared__ float sum[8];
    int row = blockIdx.x * 8 + threadIdx.y;
    if (threadIdx.x == 0)
        sum[threadIdx.y] = 0;
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        sum[threadIdx.y] += m[row * cols + c]; // HERE
    __syncthreads();
    if (threadIdx.x == 0)
        sums[row] = sum[threadIdx.y];
}

int main(void)
{
    const int rows = 32, cols = 50;
    float m[rows * cols], sums[rows], *d_m, *d_sums;
    int wrong = 0;
    for (int i = 0; i < rows * cols; i++)
        m[i] = 1;
    cudaMalloc(&d_m, sizeof m);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
    row_sums<<<rows / 8, dim3(16, 8)>>>(d_sums, d_m, cols);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++)
        wrong += sums[r] != cols;
    cudaFree(d_m);
    cudaFree(d_sums);
    return wrong != 0;
}
