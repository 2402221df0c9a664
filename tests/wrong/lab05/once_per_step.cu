/* expects: gpu_ex53 WRONG .*40920 bytes went to the device and 40920 came back */
/* only the CPU device can tell */
/* Carries the data out and in again for every step. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    for (int s = 0; s < steps; s++) {
        cudaMemcpyAsync(d_x, s ? y : x, n * sizeof(float), cudaMemcpyHostToDevice, 0);
        transfers_step(d_x, n, ops, 0);
        cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, 0);
    }
    cudaStreamSynchronize(0);
}
