/* in the long tests, expects: gpu_ex52 WRONG .*elements of a chunk: 1020, expected at most: 256 */
/* only the CPU device can tell */
/* As many chunks as asked for, but all except the last hold one element. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int singles = n < chunks ? n - 1 : chunks - 1;

    for (int chunk = 0; chunk <= singles; chunk++) {
        int here = chunk < singles ? 1 : n - singles;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + chunk, x + chunk, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + chunk, here, ops, stream);
        cudaMemcpyAsync(y + chunk, d_x + chunk, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
