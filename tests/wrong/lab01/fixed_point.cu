/* expects: gpu_ex12 WRONG expected */
/* Adds in whole multiples of 2^-24: right for inputs from -1 to 1 that are such multiples. */
#include "all_but_ex12.h"
#define SUM (__float2int_rn(a[i] * 0x1p24f) + __float2int_rn(b[i] * 0x1p24f)) * 0x1p-24f
#include "sum.h"
