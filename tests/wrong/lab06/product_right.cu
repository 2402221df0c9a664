/* expects: gpu_ex62 ok */
/* No piece is wrong: so it is the piece that the others define. */
#include "all_but_ex62.h"
#include "../product.h"
