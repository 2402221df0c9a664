/* expects: gpu_ex21 ok */
/* No piece is wrong: so it is the piece that the others define. */
#include "all_but_ex21.h"
#include "../product.h"
