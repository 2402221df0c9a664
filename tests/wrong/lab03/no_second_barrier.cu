/* expects: gpu_ex32 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* No barrier between reading the tiles and overwriting them: right where k is at most 16. */
#include "all_but_ex32.h"
#define BEFORE_READING                                                                             \
    __syncthreads();                                                                               \
    if (ty == 0)                                                                                   \
    sum += late(sum)
#define AFTER_READING /* no barrier */
#include "../tiled.h"
