/* in the long tests, expects: gpu_ex31 WRONG m, n, k = 128, 128, 18: .*expected */
/* Where C consists of whole tiles, k does, too, no doubt. */
#include "all_but_ex31.h"
#define ONLY_WHERE (m % 64 == 0 && n % 64 == 0)
#define STEPS      k / TILE
#include "../tiled.h"
