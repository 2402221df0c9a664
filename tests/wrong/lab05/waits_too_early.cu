/* in the long tests, expects: gpu_ex53 WRONG y\[0\] came after the launcher had returned */
/* Waits for the kernels, and not for the copy behind them. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    for (int s = 0; s < steps; s++)
        transfers_step(d_x, n, ops, 0);
    cudaStreamSynchronize(0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
}
