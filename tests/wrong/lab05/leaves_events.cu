/* expects: gpu_ex51 ok */
/* on the CPU device: gpu_ex51 WRONG n = 1023, .*each call leaves more behind */
/* A new event in each call, which nobody destroys. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);
    cudaEvent_t done;

    cudaEventCreate(&done);
    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaEventRecord(done, 0);
    cudaEventSynchronize(done);
}
