/* in the long tests, expects: gpu_ex63 WRONG 2 x 13 x 11 x 3,.* row [0-9]+,  */
/* The lower edge is looked for where the right one is. */
#define INSIDE (x >= 0 && x < width && y >= 0 && y < width)
#include "columns.h"
