/* finds: out-of-bounds */
/* The bug is in a helper: the element below the last row of the matrix. */
#include "../host.h"

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
    struct matrix in = { 12, 70, filled<float>(12 * 70, 1) };
    struct matrix out = { 12, 70, unset<float>(12 * 70) };
    sum_with_below<<<dim3(2, 12), 64>>>(out, in);
    return end(at(out.at) != 2);
}
