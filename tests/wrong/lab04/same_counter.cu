/* expects: gpu_ex42 WRONG n = [0-9]+: [0-9]+ hits, expected [0-9]+ \([-+][0-9]+\) */
/* Threads 2 t and 2 t + 1 draw the same samples: half of them twice, half of them never. */
#include "all_but_ex42.h"
#define HITS pi_hits(i & ~1ull, samples, seed)
#include "count.h"
