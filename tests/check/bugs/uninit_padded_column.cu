/* finds: uninitialized */
/* The tile has a column of padding; the sum of a row runs over it. */
#include "../host.h"

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
    float *m = filled<float>(TILE * cols, 1), *sums = unset<float>(cols);
    row_sums<<<cols / TILE, dim3(TILE, TILE)>>>(sums, m, cols);
    return end();
}
