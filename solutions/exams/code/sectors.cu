/* Exam 1, question 2: sectors of a load; the turns in which a column of a tile is read. */
#include <cuda_runtime.h>

__global__ void accesses(float *y, const float *x, const double *d)
{
    int t = threadIdx.x;

    // begin sectors
    y[t] = x[t];
    y[t] = x[t + 1];
    y[t] = x[31 - t];
    y[t] = x[2 * t];
    y[t] = x[t / 8];
    y[t] = x[32 * t];
    y[t] = d[t];
    // end
}

__global__ void columns(float *y)
{
    __shared__ float square[32][32], padded[32][33];
    int t = threadIdx.x;

    for (int row = 0; row < 32; row++) {
        square[row][t] = row;
        padded[row][t] = row;
    }
    __syncwarp();
    y[t] = square[t][5];
    y[t] = padded[t][5];
    y[t] = square[t / 2][5];
}

int main(void)
{
    float *x, *y;
    double *d;

    cudaMalloc(&x, 1024 * sizeof *x);
    cudaMalloc(&d, 32 * sizeof *d);
    cudaMalloc(&y, 32 * sizeof *y);
    cudaMemset(x, 0, 1024 * sizeof *x);
    cudaMemset(d, 0, 32 * sizeof *d);
    accesses<<<1, 32>>>(y, x, d);
    columns<<<1, 32>>>(y);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(d);
    cudaFree(y);
    return 0;
}
