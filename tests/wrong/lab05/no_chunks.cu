/* expects: gpu_ex52 WRONG n = 1023, .*copies to the device: 1, back: 1, expected of each: 4 */
/* only the CPU device can tell */
/* Everything is one chunk, in one of the streams. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    size_t bytes = n * sizeof(float);

    (void)chunks;
    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, streams[0]);
    transfers_step(d_x, n, ops, streams[0]);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, streams[0]);
    cudaStreamSynchronize(streams[0]);
}
