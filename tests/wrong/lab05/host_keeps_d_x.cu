/* in the long tests, expects: gpu_ex51 WRONG n = 1023, .*d_x\[1\] differs from y\[1\] */
/* Computes on the host; the kernel does nothing that is used. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, 0);
    transfers_step(d_x, 1, ops, 0);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
    for (int i = 0; i < n; i++)
        y[i] = transfers_element(x[i], ops);
}
