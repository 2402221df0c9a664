/* expects: gpu_ex61 WRONG m, n, k = 1[0-9]{6}, 1?[0-9], [123]: .*invalid configuration argument */
/* Rows of tiles are numbered along y, which ends at 65,535: too few for 16 x 65,536 rows of C. */
#include "all_but_ex61.h"

template <int ROWS>
__global__ void by_rows(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = blockIdx.y * ROWS + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;

    for (; i < m && i < (int)(blockIdx.y + 1) * ROWS; i += blockDim.y, sum = 0) {
        for (int p = 0; p < k && j < n; p++)
            sum += a[i * k + p] * b[p * n + j];
        if (j < n)
            c[i * n + j] = sum;
    }
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    by_rows<16><<<dim3(pieces(n, 16), pieces(m, 16)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
