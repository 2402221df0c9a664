/* in the long tests, expects: gpu_ex63 WRONG 2 x 13 x 11 x 3,.* row 1, \(kh, kw, channel\) */
/* The kernel moves on by one pixel, whatever the stride. */
#define MOVED x = pixel % cols - padding + kw, y = pixel / cols % rows - padding + kh
#include "columns.h"
