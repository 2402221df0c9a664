/* in the long tests, expects: gpu_ex53 WRONG y\[[0-9]+\] came after the launcher had returned */
/* Works in a stream of its own, and waits for the default one. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    static cudaStream_t stream;

    if (!stream && cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking))
        return;
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    for (int s = 0; s < steps; s++)
        transfers_step(d_x, n, ops, stream);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(0);
}
