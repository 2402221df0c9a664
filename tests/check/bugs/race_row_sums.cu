/* finds: race */
/* The threads of a row of the block add to one shared sum without an atomic. */
#include "../host.h"

__global__ void row_sums(float *sums, const float *m, int cols)
{
    __shared__ float sum[8];
    int row = blockIdx.x * 8 + threadIdx.y;
    if (threadIdx.x == 0)
        sum[threadIdx.y] = 0;
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        sum[threadIdx.y] += m[row * cols + c]; // HERE
    __syncthreads();
    if (threadIdx.x == 0)
        sums[row] = sum[threadIdx.y];
}

int main(void)
{
    const int rows = 32, cols = 50;
    float *m = filled<float>(rows * cols, 1), *sums = unset<float>(rows);
    row_sums<<<rows / 8, dim3(16, 8)>>>(sums, m, cols);
    return end(at(sums, 7) != 50);
}
