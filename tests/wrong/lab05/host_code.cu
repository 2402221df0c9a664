/* expects: gpu_v1 WRONG .*crashed in host code \(segmentation fault\) */
/* Reads device memory on the host instead of copying it. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    transfers_step(d_x, n, ops, 0);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        y[i] = d_x[i];
}
