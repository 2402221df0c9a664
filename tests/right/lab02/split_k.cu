/* expects: gpu_ex21 ok */
/* goals: gpu_ex21 done */
/* Four blocks share the sum of an element: a memset, then atomics, whose order varies. */
#include "../../wrong/lab02/all_but_ex21.h"

#define SPLITS 4

__global__ void part_of_k(float *c, const float *a, const float *b, int m, int n, int k)
{
    int each = pieces(k, SPLITS), first = blockIdx.y * each, end = min(first + each, k);
    int i = blockIdx.x / pieces(n, 32) * 8 + threadIdx.y;
    int j = blockIdx.x % pieces(n, 32) * 32 + threadIdx.x;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = first; p < end; p++)
        sum += a[i * k + p] * b[p * n + j];
    atomicAdd(&c[i * n + j], sum);
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dim3 grid(pieces(m, 8) * pieces(n, 32), SPLITS);

    cudaMemsetAsync(d_c, 0, (size_t)m * n * sizeof(float), 0);
    part_of_k<<<grid, dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
}
