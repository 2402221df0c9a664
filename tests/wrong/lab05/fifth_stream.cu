/* expects: gpu_ex52 WRONG n = 1023, .*uses streams\[4\] or one after it: there are 4 */
/* only the CPU device can tell */
/* A stream for each chunk, however many chunks there are. */
#define STREAM streams[chunk]
#include "chunks.h"
