/* expects: gpu_ex63 WRONG .*stride .*expected */
/* Strides above 3 are taken for 3. */
#define MOVED                                                                                      \
    if (stride > 3)                                                                                \
    x = pixel % cols * 3 - padding + kw, y = pixel / cols % rows * 3 - padding + kh
#include "columns.h"
