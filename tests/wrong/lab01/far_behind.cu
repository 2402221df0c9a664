/* in the long tests, expects: gpu_ex12 WRONG wrote outside */
/* Each block notes that it is done, 2,000 floats behind c. */
#include "all_but_ex12.h"

__global__ void note_done(float *c, int n)
{
    if (threadIdx.x == 0)
        c[n + 2000 + blockIdx.x] = 1;
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex12_right(d_c, d_a, d_b, n);
    note_done<<<min(n / 1024 + 1, 64), 256>>>(d_c, n);
}
