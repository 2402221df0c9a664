/* expects: gpu_ex52 WRONG .*waited before every chunk was queued */
/* only the CPU device can tell */
/* Asks one stream after the other until one is idle, and gives it the next chunk. "The CPU waits,
 * or asks until something is done, only when every chunk has been queued." */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);
    int s = 0;

    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        do
            s = (s + 1) % TRANSFERS_STREAMS;
        while (chunk >= TRANSFERS_STREAMS && cudaStreamQuery(streams[s]) == cudaErrorNotReady);
        cudaStream_t stream = streams[s];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
