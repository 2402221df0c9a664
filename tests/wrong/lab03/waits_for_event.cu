/* in the long tests, expects: gpu_ex31 WRONG waited */
/* Records an event behind its kernel and waits for it. */
#include "all_but_ex31.h"

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static cudaEvent_t done;

    if (!done)
        cudaEventCreate(&done);
    matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
    cudaEventRecord(done, 0);
    cudaEventSynchronize(done);
}
