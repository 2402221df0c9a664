/* finds: race */
/* Tiled product: the next tile is loaded while slower threads still read this one. */
#include <stdio.h>
#include <stdlib.h>

#define TILE 8

__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float as[TILE][TILE];
    __shared__ float bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
        int ak = t * TILE + tx, bk = t * TILE + ty;
        as[ty][tx] = row < m && ak < k ? a[row * k + ak] : 0.0f; // HERE
        bs[ty][tx] = bk < k && col < n ? b[bk * n + col] : 0.0f; // HERE
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[ty][i] * bs[i][tx]; // HERE
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}

int main(void)
{
    const int m = 30, n = 21, k = 37;
    float *a = (float *)malloc(m * k * sizeof(float)), *b = (float *)malloc(k * n * sizeof(float));
    float *c = (float *)malloc(m * n * sizeof(float)), *d_a, *d_b, *d_c;
    for (int i = 0; i < m * k; i++)
        a[i] = (float)(i % 13);
    for (int i = 0; i < k * n; i++)
        b[i] = (float)(i % 17);
    cudaMalloc((void **)&d_a, m * k * sizeof(float));
    cudaMalloc((void **)&d_b, k * n * sizeof(float));
    cudaMalloc((void **)&d_c, m * n * sizeof(float));
    cudaMemcpy(d_a, a, m * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, k * n * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    multiply<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    cudaMemcpy(c, d_c, m * n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("c[m][n] = %g\n", c[m * n - 1]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(a);
    free(b);
    free(c);
    return 0;
}
