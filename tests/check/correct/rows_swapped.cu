/* A non-square matrix in a 2-D grid, indices in their order, transposed into the other shape. */
#include "../host.h"

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
    double *m = counted<double>(ROWS * COLS), *t = unset<double>(COLS * ROWS);
    transpose<<<dim3(7, 3), dim3(8, 8)>>>(t, m);
    return end(differ(t, COLS * ROWS, [](int i) { return i % ROWS * COLS + i / ROWS; }));
}
