/* in the long tests, expects: gpu_ex63 WRONG 2 x 13 x 11 x 3,.* row 0, \(kh, kw, channel\) */
/* Rows of A in the order (kw, kh, channel). */
#define MOVED x += kh - kw, y += kw - kh
#include "columns.h"
