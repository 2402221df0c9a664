/* expects: gpu_ex52 WRONG n = 4099, .*copies to the device: 2[0-9][0-9], .* each: 2050 */
/* only the CPU device can tell */
/* No more than 256 chunks: more do not help. "works in `chunks` pieces ... none is longer than n /
 * chunks, rounded up" */
#define BEFORE                                                                                     \
    if (chunks > 256)                                                                              \
        chunks = 256;
#include "chunks.h"
