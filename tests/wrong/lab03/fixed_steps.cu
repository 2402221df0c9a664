/* in the long tests, expects: gpu_v1 WRONG expected */
/* Never more than 128 tiles, which is enough up to k = 2,048. */
#include "all_but_v1.h"
#define STEPS min(pieces(k, TILE), 128)
#include "../tiled.h"
