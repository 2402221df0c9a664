/* expects: gpu_ex61 WRONG invalid configuration argument */
/* A block of 64 x 32 = 2,048 threads: no GPU takes more than 1,024. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    product_kernel<float, 4, 4, 8, 8><<<64, dim3(64, 32)>>>(d_c, d_a, d_b, m, n, k, 1);
}
