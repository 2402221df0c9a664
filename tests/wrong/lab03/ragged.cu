/* expects: gpu_ex31 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* Threads beyond the edge of C return before they have copied their part of the tiles. */
#include "all_but_ex31.h"
#define LEAVES_OUT i >= m || j >= n
#include "../tiled.h"
