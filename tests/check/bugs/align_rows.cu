/* finds: misaligned */
/* Rows of 30 floats, read as float4: every second row begins in the middle of one. */
#include "../host.h"

#define ROWS 16
#define COLS 30

template <int Width> __device__ const float4 *row_of(const float *m, int row)
{
    return (const float4 *)(m + row * Width);
}

__global__ void row_sums(float *sums, const float *m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int c = 0; c < COLS / 4; c++) {
        float4 v = row_of<COLS>(m, row)[c]; // HERE
        sum += v.x + v.y + v.z + v.w;
    }
    sums[row] = sum;
}

int main(void)
{
    float *m = filled<float>(ROWS * COLS, 1), *sums = unset<float>(ROWS);
    row_sums<<<2, ROWS / 2>>>(sums, m);
    return end();
}
