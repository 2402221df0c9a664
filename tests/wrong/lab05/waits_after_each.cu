/* expects: gpu_ex52 WRONG n = 1023, .*waited before every chunk was queued: nothing can overlap */
/* only the CPU device can tell */
/* Waits for each chunk before it queues the next. */
#define AFTER_EACH cudaStreamSynchronize(stream);
#define AT_THE_END
#include "chunks.h"
