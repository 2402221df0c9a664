/* expects: gpu_ex52 WRONG .*waited before every chunk was queued */
/* only the CPU device can tell */
/* Asks one stream after the other until one is idle, and gives it the next chunk. "The CPU waits,
 * or asks until something is done, only when every chunk has been queued." */
#include "transfers.h"

static cudaStream_t idle(const cudaStream_t *streams, int chunk)
{
    static int s;

    do
        s = (s + 1) % TRANSFERS_STREAMS;
    while (chunk >= TRANSFERS_STREAMS && cudaStreamQuery(streams[s]) == cudaErrorNotReady);
    return streams[s];
}

#define STREAM idle(streams, chunk)
#include "chunks.h"
