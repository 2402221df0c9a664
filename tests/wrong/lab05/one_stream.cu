/* expects: gpu_ex52 WRONG n = 1023, .*4 chunks go through 1 of the 4 streams */
/* only the CPU device can tell */
/* All chunks go through the first stream: nothing overlaps. */
#define STREAM     streams[0 * chunk]
#define AT_THE_END cudaStreamSynchronize(streams[0])
#include "chunks.h"
