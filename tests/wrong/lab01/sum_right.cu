/* expects: gpu_ex11 ok */
/* No piece is wrong: so it is the piece that the others define. */
#include "all_but_ex11.h"
#include "sum.h"
