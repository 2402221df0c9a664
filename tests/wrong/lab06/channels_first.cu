/* expects: gpu_ex63 WRONG 2 x 13 x 11 x 3,.* row 0, \(kh, kw, channel\) */
/* Rows of A in the order (channel, kh, kw), as from an NCHW tensor. */
#define MOVED                                                                                      \
    channel = i / kernel / kernel % channels, kw = i % kernel, kh = i / kernel % kernel;           \
    x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh
#include "columns.h"
