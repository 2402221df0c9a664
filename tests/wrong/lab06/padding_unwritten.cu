/* in the long tests, expects: gpu_ex63 WRONG .* row 0, .* = \(0, 0, 0\) was never written */
/* The elements in the padding are left as they were. */
#define STORE                                                                                      \
    if (INSIDE)                                                                                    \
    columns[i] = image[((which * height + y) * width + x) * channels + channel]
#include "columns.h"
