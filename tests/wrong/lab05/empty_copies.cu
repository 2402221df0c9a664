/* expects: gpu_ex52 WRONG n = 1, .*a copy of 0 bytes: an empty chunk has none */
/* only the CPU device can tell */
/* An empty chunk has no kernel, but two copies of 0 bytes. "empty ones have none" */
#define FIRST ((long long)chunk * each < n ? chunk * each : n)
#define STEP                                                                                       \
    if (here > 0)                                                                                  \
    transfers_step(d_x + first, here, ops, stream)
#include "chunks.h"
