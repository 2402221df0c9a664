/* in the long tests, expects: gpu_ex42 WRONG [0-9]+ hits, expected [0-9]+ */
/* on the CPU device: gpu_ex42 ok */
/* on a GPU at the default size */
/* Numbers pairs in 32 bits: from 2^33 samples on, only those that are left over. */
#include "all_but_ex42.h"
#define PAIRS (unsigned int)pi_pairs(samples)
#include "count.h"
