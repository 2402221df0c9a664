/* expects: gpu_ex52 WRONG .*none of the four */
/* only the CPU device can tell */
/* The four streams wait for an event of the default stream first. "It uses the streams that it
 * is given, and no other ... They do not wait for the default stream" */
#define BEFORE                                                                                     \
    static cudaEvent_t start;                                                                      \
    if (!start && cudaEventCreateWithFlags(&start, cudaEventDisableTiming))                        \
        return;                                                                                    \
    cudaEventRecord(start, 0);                                                                     \
    for (int s = 0; s < TRANSFERS_STREAMS; s++)                                                    \
        cudaStreamWaitEvent(streams[s], start, 0);
#include "chunks.h"
