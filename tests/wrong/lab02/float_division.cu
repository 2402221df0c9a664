/* expects: gpu_v1 WRONG (expected|never written|nothing was written) */
/* at the default size */
/* Finds row and column by a division in float: wrong beyond 2^24 elements. */
#define matmul_naive_v1 matmul_naive_v1_right
#include "../../../solutions/matmul_naive.cu"
#undef matmul_naive_v1

__global__ void float_division(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    int i = (int)((float)e / (float)n), j = e - i * n;
    float sum = 0;

    if (i >= m || j < 0 || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    float_division<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
