/* expects: gpu_ex11 WRONG n = 257: (cudaFree, frees_output.cu:[0-9]+: )?invalid argument */
/* Frees what the lab has given it. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex11_right(d_c, d_a, d_b, n);
    cudaFree(d_c);
}
