/* expects: gpu_ex21 WRONG wrote outside */
/* Leaves its checksum 3,000 floats behind C. */
#include "all_but_ex21.h"

__global__ void checksum(float *c, int count)
{
    float sum = 0;

    for (int i = 0; i < 32; i++)
        sum += c[i % count];
    c[count + 3000] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_naive_ex21_right(d_c, d_a, d_b, m, n, k);
    checksum<<<1, 1>>>(d_c, m * n);
}
