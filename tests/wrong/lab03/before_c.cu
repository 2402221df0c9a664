/* in the long tests, expects: gpu_ex31 WRONG wrote outside */
/* Stores 0 for the row in front of the first one, if it is not longer than 64. */
#include "all_but_ex31.h"
#define THEN                                                                                       \
    for (int j = 0; j < n && n <= 64; j++)                                                         \
    c[j - n] = 0
#include "../then.h"
