/* expects: gpu_ex12 WRONG n = 257: c\[256\] = .* 1 of 257 wrong */
/* Wrong only where 256 does not divide n: the last element is doubled. */
#include "all_but_ex12.h"
#define THEN                                                                                       \
    if (n % 256)                                                                                   \
    c[n - 1] *= 2
#include "then.h"
