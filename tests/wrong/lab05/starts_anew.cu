/* in the long tests, expects: gpu_ex53 WRONG n = 1023, ops = 1, .*steps = 10: y\[0\] =  */
/* Carries x there for every step: each begins anew. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);

    for (int s = 0; s < steps; s++) {
        cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
        transfers_step(d_x, n, ops, 0);
    }
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}
