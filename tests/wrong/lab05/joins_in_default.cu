/* expects: gpu_ex52 WRONG .*none of the four */
/* only the CPU device can tell */
/* The default stream waits for events of the four, and the CPU for the default stream. "It uses
 * the streams that it is given, and no other ... They do not wait for the default stream, nor it
 * for them." */
#define BEFORE                                                                                     \
    static cudaEvent_t done[TRANSFERS_STREAMS];                                                    \
    for (int s = 0; s < TRANSFERS_STREAMS && !done[s]; s++)                                        \
        if (cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming))                            \
            return;
#define AT_THE_END                                                                                 \
    for (int s = 0; s < TRANSFERS_STREAMS; s++) {                                                  \
        cudaEventRecord(done[s], streams[s]);                                                      \
        cudaStreamWaitEvent(0, done[s], 0);                                                        \
    }                                                                                              \
    cudaStreamSynchronize(0)
#include "chunks.h"
