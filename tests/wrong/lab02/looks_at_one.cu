/* in the long tests, expects: gpu_ex22 WRONG waited */
/* Copies one element of C to the host, to see that it is no NaN. */
#include <math.h>
#include "all_but_ex22.h"

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    float first = 0;

    matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
    cudaMemcpy(&first, d_c, sizeof(first), cudaMemcpyDeviceToHost);
    if (isnan(first))
        matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
}
