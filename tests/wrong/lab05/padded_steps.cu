/* expects: gpu_ex53 WRONG .*a kernel does more than one step of y\[0\] */
/* only the CPU device can tell */
/* One kernel does all steps; the others are for one element and 0 operations. "with at least one
 * kernel for each step, because a program would look at d_x in between" */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    for (int s = 1; s < steps; s++)
        transfers_step(d_x, 1, 0, 0);
    transfers_step(d_x, n, ops * steps, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}
