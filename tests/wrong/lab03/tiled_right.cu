/* expects: gpu_ex31 ok */
/* No piece is wrong: so it is the piece that the others define. */
#include "all_but_ex31.h"
#include "../tiled.h"
