/* expects: gpu_ex52 WRONG n = 1023, .*uses streams\[4\] or one after it: there are 4 */
/* only the CPU device can tell */
/* The last loop waits for one stream more than there are. */
#define AT_THE_END                                                                                 \
    for (int s = 0; s <= TRANSFERS_STREAMS; s++)                                                   \
    cudaStreamSynchronize(streams[s])
#include "chunks.h"
