/* finds: out-of-bounds */
/* The bug is in a helper: the element below the last row of the matrix. */
struct matrix {
    int rows, cols;
    float *at;
};

__device__ float below(struct matrix m, int row, int col)
{
    return m.at[(row + 1) * m.cols + col]; // HERE
}

__global__ void sum_with_below(struct matrix out, struct matrix in)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col < in.cols)
        out.at[row * out.cols + col] = in.at[row * in.cols + col] + below(in, row, col);
}

int main(void)
{
    static float m[12 * 70];
    struct matrix in = { 12, 70, 0 }, out = { 12, 70, 0 };
    int wrong = 0;
    for (int i = 0; i < 12 * 70; i++)
        m[i] = 1;
    cudaMalloc(&in.at, sizeof m);
    cudaMalloc(&out.at, sizeof m);
    cudaMemcpy(in.at, m, sizeof m, cudaMemcpyHostToDevice);
    sum_with_below<<<dim3(2, 12), 64>>>(out, in);
    cudaMemcpy(m, out.at, sizeof m, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 11 * 70; i++)
        wrong += m[i] != 2;
    cudaFree(in.at);
    cudaFree(out.at);
    return wrong != 0;
}
