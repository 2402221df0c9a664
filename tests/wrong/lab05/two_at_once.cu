/* expects: gpu_ex53 WRONG .*a kernel does more than one step of y\[0\] */
/* only the CPU device can tell */
/* Takes two steps in one kernel and none in the next. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    for (int s = 0; s < steps; s++)
        transfers_step(d_x, n, s % 2 ? 0 : (s + 1 < steps ? 2 : 1) * ops, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}
