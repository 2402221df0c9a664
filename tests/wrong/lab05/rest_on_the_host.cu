/* in the long tests, expects: gpu_ex51 WRONG n = 1023, .*d_x\[768\] differs from y\[768\] */
/* What is left over after whole blocks is computed on the host. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);
    int whole = n / BLOCK * BLOCK;

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    if (whole)
        transfers_step(d_x, whole, ops, 0);
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
    for (int i = whole; i < n; i++)
        y[i] = transfers_element(x[i], ops);
}
