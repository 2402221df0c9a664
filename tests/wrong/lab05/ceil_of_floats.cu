/* in the long tests, expects: gpu_ex52 WRONG n = 16[0-9]+,  */
/* at the default size */
/* Rounds up with ceilf, in float: above 2^24 n is another number. "works in `chunks` pieces ...
 * none is longer than n / chunks, rounded up" */
#define EACH (int)ceilf((float)n / chunks)
#include "chunks.h"
