/* expects: gpu_ex51 WRONG .*came after the launcher had returned */
/* Asks for 50 ms until it is done, and then gives up. "waits: when it returns, y is complete" */
#include <time.h>
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);
    struct timespec start, now;

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    clock_gettime(CLOCK_MONOTONIC, &start);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while (cudaStreamQuery(0) == cudaErrorNotReady &&
           (now.tv_sec - start.tv_sec) * 1e3 + (now.tv_nsec - start.tv_nsec) / 1e6 < 50);
}
