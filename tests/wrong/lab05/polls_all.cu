/* expects: gpu_ex52 WRONG .*waited before every chunk was queued */
/* only the CPU device can tell */
/* Asks all four streams in turn until all are done, after every fourth chunk. "The CPU waits, or
 * asks until something is done, only when every chunk has been queued." */
#define AFTER_EACH                                                                                 \
    for (int busy = chunk % TRANSFERS_STREAMS == TRANSFERS_STREAMS - 1; busy;) {                   \
        busy = 0;                                                                                  \
        for (int s = 0; s < TRANSFERS_STREAMS; s++)                                                \
            busy |= cudaStreamQuery(streams[s]) == cudaErrorNotReady;                              \
    }
#include "chunks.h"
