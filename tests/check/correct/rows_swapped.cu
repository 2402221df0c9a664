/* A non-square matrix in a 2-D grid, indices in their order, transposed into the other shape. */
#define ROWS 21
#define COLS 50

__global__ void transpose(double *out, const double *in)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < ROWS && col < COLS)
        out[col * ROWS + row] = in[row * COLS + col];
}

int main(void)
{
    static double m[ROWS][COLS], t[COLS][ROWS];
    double *d_m, *d_t;
    int wrong = 0;
    for (int i = 0; i < ROWS * COLS; i++)
        m[i / COLS][i % COLS] = i;
    cudaMalloc((void **)&d_m, sizeof m);
    cudaMalloc((void **)&d_t, sizeof t);
    cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
    transpose<<<dim3(7, 3), dim3(8, 8)>>>(d_t, d_m);
    cudaMemcpy(t, d_t, sizeof t, cudaMemcpyDeviceToHost);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            wrong += t[c][r] != m[r][c];
    cudaFree(d_m);
    cudaFree(d_t);
    return wrong != 0;
}
