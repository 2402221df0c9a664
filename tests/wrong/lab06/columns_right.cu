/* expects: gpu_ex63 ok */
/* No piece is wrong: so it is the piece that the others define. */
#include "columns.h"
