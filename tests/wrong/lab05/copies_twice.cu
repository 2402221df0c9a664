/* expects: gpu_ex51 WRONG .*8184 bytes went to the device and 4092 came back */
/* only the CPU device can tell */
/* Sends x twice. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, 0);
    transfers_ex51_right(y, x, d_x, n, ops);
}
