/* expects: gpu_ex62 WRONG m, n, k = [0-9]{7},  */
/* Narrow products (n < 16) give each element a thread, which finds its row by a division in float,
 * "faster than of integers": behind element 2^24 the row is that of a neighbour. Breaks: "A
 * launcher writes all of its output" and "1 <= m, n, k, each product of two of them < 2^31; none
 * need be a multiple of anything". */
#include "all_but_ex62.h"
#define ROW        n < 16 ? (int)((float)e / (float)n) : e / n
#define LEAVES_OUT i >= m || j < 0 || j >= n
#include "../product.h"
