/* expects: gpu_ex41 WRONG [0-9]+ hits, expected [0-9]+ */
/* The kernel takes the seed as 32 bits, and a seed may have 64. */
#include "all_but_ex41.h"
#define HITS pi_hits(i, samples, (unsigned int)seed)
#include "count.h"
