/* Tiled product with both barriers, ragged sizes. */
#include <stdlib.h>

#define TILE 16

__global__ void multiply(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int t = 0; t < k; t += TILE) {
        ta[ty][tx] = row < m && t + tx < k ? a[row * k + t + tx] : 0;
        tb[ty][tx] = t + ty < k && col < n ? b[(t + ty) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}

int main(void)
{
    const int m = 33, n = 47, k = 50;
    static float a[m * k], b[k * n], c[m * n];
    float *d_a, *d_b, *d_c;
    int wrong = 0;
    for (int i = 0; i < m * k; i++)
        a[i] = i % 11 - 5;
    for (int i = 0; i < k * n; i++)
        b[i] = i % 7 - 3;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof b);
    cudaMalloc(&d_c, sizeof c);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    multiply<<<grid, dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
    cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * n + j];
            wrong += c[i * n + j] != sum;
        }
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return wrong != 0;
}
