/* expects: gpu_ex53 WRONG n = 1, .*kernels: 66, for 100 steps */
/* only the CPU device can tell */
/* After 65,536 operations no element changes any more, so it leaves the other steps out. "at least
 * one kernel for each step" */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    for (int s = 0; s < steps && (long long)s * ops < 65536; s++)
        transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}
