/* finds: race, also uninitialized */
/* Transpose through a tile: no barrier between filling it and reading its columns. */
#include "../host.h"

#define TILE 16

__global__ void transpose(float *out, const float *in, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < cols && y < rows)
        tile[threadIdx.y][threadIdx.x] = in[y * cols + x]; // HERE
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < rows && y < cols)
        out[y * rows + x] = tile[threadIdx.x][threadIdx.y]; // HERE
}

int main(void)
{
    const int rows = 40, cols = 24;
    float *in = counted<float>(rows * cols), *out = unset<float>(rows * cols);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose<<<grid, dim3(TILE, TILE)>>>(out, in, rows, cols);
    return end();
}
