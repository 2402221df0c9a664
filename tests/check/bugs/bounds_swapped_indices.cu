/* finds: out-of-bounds */
/* Rows and columns are swapped in the index: a square matrix would hide it. */
#define ROWS 20
#define COLS 50

__global__ void twice(float *m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < ROWS && col < COLS)
        m[col * COLS + row] *= 2; // HERE
}

int main(void)
{
    static float m[ROWS * COLS];
    float *d_m;
    for (int i = 0; i < ROWS * COLS; i++)
        m[i] = i;
    cudaMalloc(&d_m, sizeof m);
    cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
    twice<<<dim3((COLS + 7) / 8, (ROWS + 7) / 8), dim3(8, 8)>>>(d_m);
    cudaMemcpy(m, d_m, sizeof m, cudaMemcpyDeviceToHost);
    cudaFree(d_m);
    return m[0] != 0;
}
