/* expects: gpu_ex52 ok */
/* No piece is wrong: so it is the piece that the others define. */
#include "chunks.h"
