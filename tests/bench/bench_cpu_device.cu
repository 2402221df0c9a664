/* The CPU device against a plain OpenMP loop, side by side in one program: the median of the ratios
 * of pairs, so that a machine whose speed drifts does not decide.
 *
 *   make bench
 *
 * Then what a launch costs, and whether memory grows over many launches and streams. Not a test:
 * figures depend on the machine, and are only worth something on a quiet one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>
#include "common/engine/device.h"
#include "common/engine/timing.h"

#define N     (1 << 24)
#define DIM   512
#define TILE  16
#define BLOCK 256

__global__ void empty_kernel(void)
{
}

__global__ void add_kernel(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void product_kernel(float *c, const float *a, const float *b, int n)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < n; t += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

/* One element per thread, a tree in shared memory, one partial sum per block. */
__global__ void sum_kernel(float *partial, const float *x, int n)
{
    __shared__ float s[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < (unsigned)n ? x[i] : 0.0f;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

static float *a, *b, *c, *d_a, *d_b, *d_c;

static void add_device(void)
{
    add_kernel<<<N / BLOCK, BLOCK>>>(d_c, d_a, d_b, N);
}

static void add_openmp(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        c[i] = a[i] + b[i];
}

static void product_device(void)
{
    product_kernel<<<dim3(DIM / TILE, DIM / TILE), dim3(TILE, TILE)>>>(d_c, d_a, d_b, DIM);
}

static void product_openmp(void)
{
#pragma omp parallel for
    for (int i = 0; i < DIM; i++) {
        for (int j = 0; j < DIM; j++)
            c[i * DIM + j] = 0.0f;
        for (int k = 0; k < DIM; k++)
            for (int j = 0; j < DIM; j++)
                c[i * DIM + j] += a[i * DIM + k] * b[k * DIM + j];
    }
}

static void sum_device(void)
{
    sum_kernel<<<N / BLOCK, BLOCK>>>(d_c, d_a, N);
}

static void sum_openmp(void)
{
    float sum = 0.0f;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += a[i];
    c[0] = sum;
}

static double milliseconds(void (*run)(void))
{
    double begin = now_ms();
    run();
    CUDA_CHECK(cudaDeviceSynchronize());
    return now_ms() - begin;
}

static int ascending(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, ascending);
    return x[n / 2];
}

static void compare(const char *what, void (*device)(void), void (*openmp)(void), double wanted)
{
    enum { PAIRS = 15 };
    double d[PAIRS], o[PAIRS], ratio[PAIRS];
    milliseconds(device);
    milliseconds(openmp);
    for (int i = 0; i < PAIRS; i++) {
        d[i] = milliseconds(device);
        o[i] = milliseconds(openmp);
        ratio[i] = d[i] / o[i];
    }
    printf("%-38s %10.2f %10.2f %8.2f   (wanted: at most %g)\n", what, median(d, PAIRS),
           median(o, PAIRS), median(ratio, PAIRS), wanted);
}

static long resident_kb(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%*d %ld", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return pages * 4;
}

static void launches(long count)
{
    for (long i = 0; i < count; i++)
        empty_kernel<<<1, 1>>>();
    CUDA_CHECK(cudaDeviceSynchronize());
}

static void streams(int count)
{
    for (int i = 0; i < count; i++) {
        cudaStream_t stream;
        CUDA_CHECK(cudaStreamCreate(&stream));
        empty_kernel<<<1, 1, 0, stream>>>();
        CUDA_CHECK(cudaStreamDestroy(stream));
    }
    CUDA_CHECK(cudaDeviceSynchronize());
}

int main(void)
{
    size_t bytes = N * sizeof(float);
    a = (float *)malloc(bytes);
    b = (float *)malloc(bytes);
    c = (float *)malloc(bytes);
    for (int i = 0; i < N; i++) {
        a[i] = (float)(i % 1001) * 0.25f;
        b[i] = (float)(i % 997) * 0.5f;
        c[i] = 0.0f;
    }
    CUDA_CHECK(cudaMalloc(&d_a, bytes));
    CUDA_CHECK(cudaMalloc(&d_b, bytes));
    CUDA_CHECK(cudaMalloc(&d_c, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));

    printf("%-38s %10s %10s %8s\n", "", "device ms", "OpenMP ms", "ratio");
    compare("vector add, 2^24 elements", add_device, add_openmp, 2);
    compare("tiled product 512^3 against ikj", product_device, product_openmp, 4);
    compare("shared-memory reduction, 2^24", sum_device, sum_openmp, 60);

    launches(1000);
    double begin = now_ms();
    launches(10000);
    printf("launch of an empty kernel: %.2f us      (wanted: under 20)\n", (now_ms() - begin) / 10);
    long before = resident_kb();
    launches(1000000);
    streams(1000);
    printf("memory after 1,000,000 launches and 1,000 streams: %+ld KB\n", resident_kb() - before);
    return 0;
}
