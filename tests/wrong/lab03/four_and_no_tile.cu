/* in the long tests, expects: gpu_ex32 WRONG never written */
/* Where four divides n, a kernel for whole tiles of 16 columns. */
#include "all_but_ex32.h"
#define ONLY_WHERE (n % 4 == 0 && n >= TILE)
#define LEAVES_OUT (j >= n / TILE * TILE)
#include "../tiled.h"
