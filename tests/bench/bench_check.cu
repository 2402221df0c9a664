/* What the bug finder costs: a tiled product and a vector add, the median of five launches each.
 * tests/bench/bench.sh runs it plainly and under the bug finder. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TILE 16

__global__ void product(float *c, const float *a, const float *b, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
    float sum = 0;

    for (int p0 = 0; p0 < n; p0 += TILE) {
        a_tile[y][x] = a[i * n + p0 + x];
        b_tile[y][x] = b[(p0 + y) * n + j];
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += a_tile[y][p] * b_tile[p][x];
        __syncthreads();
    }
    c[i * n + j] = sum;
}

__global__ void add(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * t.tv_sec + 1e-6 * t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b);
}

int main(void)
{
    const int n = 256, elements = 1 << 22, runs = 5;
    float *a, *b, *c;
    double ms[2][runs], start;

    cudaMalloc(&a, elements * sizeof(float));
    cudaMalloc(&b, elements * sizeof(float));
    cudaMalloc(&c, elements * sizeof(float));
    cudaMemset(a, 0, elements * sizeof(float));
    cudaMemset(b, 0, elements * sizeof(float));
    for (int k = -1; k < runs; k++) { /* the first does not count */
        cudaDeviceSynchronize();
        start = now_ms();
        product<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(c, a, b, n);
        cudaDeviceSynchronize();
        ms[0][k < 0 ? 0 : k] = now_ms() - start;
        start = now_ms();
        add<<<elements / 256, 256>>>(c, a, b, elements);
        cudaDeviceSynchronize();
        ms[1][k < 0 ? 0 : k] = now_ms() - start;
    }
    for (int i = 0; i < 2; i++)
        qsort(ms[i], runs, sizeof(double), ascending);
    printf("ms: tiled product, 256: %g\nms: vector add, 4 M: %g\n", ms[0][runs / 2],
           ms[1][runs / 2]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return 0;
}
