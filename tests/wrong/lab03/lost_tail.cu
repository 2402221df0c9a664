/* expects: gpu_ex31 WRONG 33, 31, 147: C\[0\]\[24\] was never written.* 231 of 1023 wrong */
/* The columns beyond the last whole 8 are never written. */
#include "all_but_ex31.h"
#define LEAVES_OUT i >= m || j >= n / 8 * 8
#include "../product.h"
