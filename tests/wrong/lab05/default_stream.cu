/* expects: gpu_ex52 WRONG n = 1023, .*works in a stream that is none of the four it was given */
/* only the CPU device can tell */
/* Chunks in the default stream. */
#define STREAM 0
#define AT_THE_END                                                                                 \
    for (int s = 0; s <= TRANSFERS_STREAMS; s++)                                                   \
    cudaStreamSynchronize(s < TRANSFERS_STREAMS ? streams[s] : 0)
#include "chunks.h"
