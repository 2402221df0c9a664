/* expects: gpu_ex11 WRONG invalid configuration argument */
/* 2,048 threads per block: no GPU takes more than 1,024. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex11_kernel<<<16, 2048>>>(d_c, d_a, d_b, n);
}
