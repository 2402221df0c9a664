/* expects: gpu_ex53 WRONG n = 100, .*a kernel does more than one step */
/* only the CPU device can tell */
/* From 17 steps on the first kernel does all but the last 15, and as many kernels as are missing do
 * none. "at least one kernel for each step, and none for more than one" */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);
    int merged = steps > 16 ? steps - 15 : 1;

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    transfers_step(d_x, n, merged * ops, 0);
    for (int s = 1; s < merged; s++)
        transfers_step(d_x, n, 0, 0);
    for (int s = merged; s < steps; s++)
        transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}
