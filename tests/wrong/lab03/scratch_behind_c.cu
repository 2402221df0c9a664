/* in the long tests, expects: gpu_ex31 WRONG wrote outside */
/* Uses 256 floats from 2,048 behind C on as scratch, and leaves them as they are. */
#include "all_but_ex31.h"
#define THEN                                                                                       \
    for (int t = 0; t < 256; t++)                                                                  \
    c[m * n + 2048 + t] = c[t % (m * n)]
#include "../then.h"
