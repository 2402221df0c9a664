/* expects: gpu_ex52 WRONG n = .*(came after the launcher|expected|never written) */
/* Waits for the streams only where there are at most 64 chunks. */
#define AT_THE_END                                                                                 \
    for (int s = 0; s < TRANSFERS_STREAMS && chunks <= 64; s++)                                    \
    cudaStreamSynchronize(streams[s])
#include "chunks.h"
