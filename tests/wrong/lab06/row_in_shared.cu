/* expects: gpu_ex61 WRONG m, n, k = [123], [0-9]+, [67][0-9]{4}: an illegal memory access */
/* A few rows (m <= 4): a block keeps its row of A in shared memory, which has room for 4,608
 * floats, as the longest row of the network has; longer ones are written past its end. Breaks:
 * "1 <= m, n, k, each product of two of them < 2^31; none need be a multiple of
 * anything". */
#include "all_but_ex61.h"

__global__ void row_in_shared(float *c, const float *a, const float *b, int n, int k)
{
    __shared__ float row[4608];
    int i = blockIdx.x / pieces(n, 256), j = blockIdx.x % pieces(n, 256) * 256 + threadIdx.x;
    float sum = 0;

    for (int p = threadIdx.x; p < k; p += 256)
        row[p] = a[i * k + p];
    __syncthreads();
    if (j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += row[p] * b[p * n + j];
    c[i * n + j] = sum;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m <= 4)
        row_in_shared<<<m * pieces(n, 256), 256>>>(d_c, d_a, d_b, n, k);
    else
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
}
