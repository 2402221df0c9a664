/* in the long tests, expects: gpu_ex21 ok */
/* goals: gpu_ex21 right template_patch.cu:18 */
/* A template over the patch of a thread; fmaf, four partial sums per element. */
#include "../../wrong/lab02/all_but_ex21.h"

template <int ROWS_EACH, int COLUMNS_EACH>
__global__ void patch(float *__restrict__ c, const float *__restrict__ a,
                      const float *__restrict__ b, int m, int n, int k)
{
    int across = pieces(n, 16 * COLUMNS_EACH);
    int i0 = (blockIdx.x / across * 16 + threadIdx.y) * ROWS_EACH;
    int j0 = (blockIdx.x % across * 16 + threadIdx.x) * COLUMNS_EACH;

    for (int i = i0; i < min(i0 + ROWS_EACH, m); i++)
        for (int j = j0; j < min(j0 + COLUMNS_EACH, n); j++) {
            float sum[4] = { 0, 0, 0, 0 };
            for (int p = 0; p < k; p++)
                sum[p % 4] = fmaf(a[i * k + p], b[p * n + j], sum[p % 4]);
            c[i * n + j] = (sum[3] + sum[1]) + (sum[2] + sum[0]);
        }
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    patch<3, 5><<<pieces(m, 48) * pieces(n, 80), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
