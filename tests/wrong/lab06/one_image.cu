/* expects: gpu_ex63 WRONG 2 x 13 x 11 x 3,.* row 42, \(kh, kw, channel\) */
/* Every image of the batch is the first. */
#define MOVED which = 0
#include "columns.h"
