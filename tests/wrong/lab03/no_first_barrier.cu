/* expects: gpu_ex31 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* No barrier between copying the tiles and reading them. */
#include "all_but_ex31.h"
#define BEFORE_COPYING                                                                             \
    if (ty == TILE - 1)                                                                            \
    sum += late(sum)
#define BEFORE_READING /* no barrier */
#include "../tiled.h"
