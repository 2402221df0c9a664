/* in the long tests, expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C.* of 1023 wrong */
/* Reads B as if its rows were its columns. */
#include "all_but_ex61.h"
#define TERM a[i * k + p] * b[j * k + p]
#include "../product.h"
