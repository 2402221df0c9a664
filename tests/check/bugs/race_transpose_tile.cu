/* finds: race, also uninitialized */
/* Transpose through a tile: no barrier between filling it and reading its columns. */
#include <stdio.h>

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
    float m[rows * cols], *d_in, *d_out;
    for (int i = 0; i < rows * cols; i++)
        m[i] = i;
    cudaMalloc(&d_in, sizeof m);
    cudaMalloc(&d_out, sizeof m);
    cudaMemcpy(d_in, m, sizeof m, cudaMemcpyHostToDevice);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose<<<grid, dim3(TILE, TILE)>>>(d_out, d_in, rows, cols);
    cudaMemcpy(m, d_out, sizeof m, cudaMemcpyDeviceToHost);
    printf("%g\n", m[1]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
