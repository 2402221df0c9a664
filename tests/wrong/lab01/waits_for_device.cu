/* expects: gpu_ex11 WRONG waited */
/* Waits for its kernel. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex11_right(d_c, d_a, d_b, n);
    cudaDeviceSynchronize();
}
