/* finds: out-of-bounds */
/* Rows and columns are swapped in the index: a square matrix would hide it. */
#include "../host.h"

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
    float *m = counted<float>(ROWS * COLS);
    twice<<<dim3((COLS + 7) / 8, (ROWS + 7) / 8), dim3(8, 8)>>>(m);
    return end(at(m) != 0);
}
