/* expects: gpu_ex53 ok */
/* Waits for each step: slower, but only ex52 must not. */
#include "../../wrong/lab05/all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++) {
        transfers_step(d_x, n, ops, 0);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return;
    }
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
}
