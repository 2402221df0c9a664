/* in the long tests, expects: gpu_ex42 WRONG [0-9]+ hits, expected [0-9]+ */
/* at the default size */
/* Every thread draws 64 pairs, which is enough up to 2^25 samples. */
#include "all_but_ex42.h"
#define PAIRS min(pi_pairs(samples), 64 * threads)
#include "count.h"
