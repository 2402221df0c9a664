/* expects: gpu_ex51 WRONG n = 1023, .*8184 bytes went to the device and 0 came back */
/* only the CPU device can tell */
/* Computes on the host and sends the result there and back. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    for (int i = 0; i < n; i++)
        y[i] = transfers_element(x[i], ops);
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, 0);
    cudaStreamSynchronize(0);
    cudaMemcpyAsync(d_x, y, n * sizeof(float), cudaMemcpyHostToDevice, 0);
    cudaStreamSynchronize(0);
}
