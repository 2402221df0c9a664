/* expects: gpu_ex52 ok */
/* on the CPU device: gpu_ex52 WRONG n = [0-9]*, .*waited before every chunk was queued */
/* Asks after each chunk until it is done: that is to wait, too. */
#define AFTER_EACH                                                                                 \
    while (cudaStreamQuery(stream) == cudaErrorNotReady)                                           \
        ;
#include "chunks.h"
