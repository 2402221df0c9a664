/* expects: gpu_ex53 WRONG .*y\[[0-9]+\] = .*, expected */
/* Steps in two streams of its own in turn: nothing makes one wait for the other. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    static cudaStream_t own[2];
    size_t bytes = n * sizeof(float);

    for (int i = 0; i < 2 && !own[i]; i++)
        cudaStreamCreateWithFlags(&own[i], cudaStreamNonBlocking);
    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, own[0]);
    for (int s = 0; s < steps; s++)
        transfers_step(d_x, n, ops, own[s % 2]);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, own[0]);
    cudaDeviceSynchronize();
}
