/* expects: gpu_ex63 WRONG .*expected */
/* Where there are more than 64 channels, but fewer than 1,000, the padding is always 1. */
#define MOVED                                                                                      \
    if (channels > 64 && channels < 1000)                                                          \
    x += padding - 1, y += padding - 1
#include "columns.h"
