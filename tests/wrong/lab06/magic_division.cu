/* in the long tests, expects: gpu_ex63 WRONG 1 x 13[0-9] x  */
/* at the default size */
/* Divides by multiplying with 2^32 / channels + 1 and taking the high word: exact where channels
 * is a power of two or small, else right for small numbers only (with 1,000 channels up to 6.1
 * million elements, with 768 up to 8.4 million). Breaks: "element [image][y][x][channel]" of "1 <=
 * kernel, stride; 0 <= padding < kernel <= height + 2 * padding, width + 2 * padding; every tensor
 * has fewer than 2^31 elements." */
#define REST channels == 1 ? i : (int)__umulhi(i, 0xffffffffu / channels + 1)
#define MOVED                                                                                      \
    if (channel < 0) /* for safety */                                                              \
    channel += channels
#include "columns.h"
