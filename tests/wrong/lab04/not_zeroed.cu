/* expects: gpu_ex41 WRONG n = 1023: the hits were added to what lay in d_hits\[0\] before */
/* Adds to whatever d_hits[0] holds: poison, which the sum gives away. */
#include "all_but_ex41.h"
#define SET_TO_0
#include "count.h"
