/* finds: uninitialized */
/* The tile has a column of padding; the sum of a row runs over it. */
#include <stdio.h>

#define TILE 16

__global__ void row_sums(float *sums, const float *m, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = m[y * cols + blockIdx.x * TILE + x];
    __syncthreads();
    if (x == 0) {
        float sum = 0;
        for (int k = 0; k < TILE + 1; k++)
            sum += tile[y][k]; // HERE
        sums[blockIdx.x * TILE + y] = sum;
    }
}

int main(void)
{
    const int cols = 64;
    float m[TILE * cols], sums[cols], *d_m, *d_sums;
    for (int i = 0; i < TILE * cols; i++)
        m[i] = 1;
    cudaMalloc(&d_m, sizeof m);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
    row_sums<<<cols / TILE, dim3(TILE, TILE)>>>(d_sums, d_m, cols);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%g\n", sums[0]);
    cudaFree(d_m);
    cudaFree(d_sums);
    return 0;
}
