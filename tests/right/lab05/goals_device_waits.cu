/* in the long tests, expects: gpu_ex51 ok */
/* goals: gpu_ex51 done */
/* Waits for the whole device. */
#include "../../wrong/lab05/all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(*x), cudaMemcpyHostToDevice);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, n * sizeof(*y), cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
}
