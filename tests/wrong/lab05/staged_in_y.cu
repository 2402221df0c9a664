/* in the long tests, expects: gpu_ex51 WRONG .*a copy goes neither from x */
/* only the CPU device can tell */
/* Computes in y on the host, brings that to d_x, and lets a kernel run that changes nothing. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    for (int i = 0; i < n; i++)
        y[i] = transfers_element(x[i], ops);
    cudaMemcpyAsync(d_x, y, n * sizeof(float), cudaMemcpyHostToDevice, 0);
    transfers_step(d_x, n, 0, 0);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}
