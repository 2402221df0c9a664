/* expects: gpu_ex41 WRONG n = 524287: [0-9]+ hits, expected [0-9]+ \(-[0-9]+\) */
/* The last block never adds its count; with few samples it has none. */
#include "all_but_ex41.h"
#define ADD                                                                                        \
    if (blockIdx.x < gridDim.x - 1)                                                                \
    atomicAdd(hits, mine)
#include "count.h"
