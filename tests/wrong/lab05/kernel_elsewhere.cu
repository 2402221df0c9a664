/* expects: gpu_v1 WRONG .*y\[[0-9]+\] = .*, expected */
/* The kernel stands in a stream that waits neither for the copies nor they for it. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    static cudaStream_t stream;
    size_t bytes = n * sizeof(float);

    if (!stream)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    transfers_step(d_x, n, ops, stream);
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
}
