/* Transpose through a padded tile; the padding is never read. */
#define TILE 16

__global__ void transpose(float *out, const float *in, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < cols && y < rows)
        tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < rows && y < cols)
        out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

int main(void)
{
    const int rows = 45, cols = 30;
    float m[rows * cols], t[rows * cols], *d_m, *d_t;
    int wrong = 0;
    for (int i = 0; i < rows * cols; i++)
        m[i] = i;
    cudaMalloc(&d_m, sizeof m);
    cudaMalloc(&d_t, sizeof t);
    cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose<<<grid, dim3(TILE, TILE)>>>(d_t, d_m, rows, cols);
    cudaMemcpy(t, d_t, sizeof t, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            wrong += t[c * rows + r] != m[r * cols + c];
    cudaFree(d_m);
    cudaFree(d_t);
    return wrong != 0;
}
