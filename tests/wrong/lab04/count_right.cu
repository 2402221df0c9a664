/* expects: gpu_ex41 ok */
/* No piece is wrong: so it is the piece that the others define. */
#include "all_but_ex41.h"
#include "count.h"
