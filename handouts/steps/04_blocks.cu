/* Step 4 of 10 - several blocks
 *
 *   make step STEP=4               check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * Launched in blocks of 8 threads, as many as n elements need. In each block threadIdx.x begins at
 * 0 again; the number of the block is in blockIdx.x, and the 8 in blockDim.x. To each element add
 * 100 times the number of the block that works on it. The last block may have threads to spare.
 *
 *   block      0               0       1               1      n = 11
 *   thread     0     1   ...   7       0     1     2   3 ... 7
 *   element    0     1   ...   7       8     9    10
 *   a        [ 3 ] [ 1 ] ... [ 6 ]   [ 2 ] [ 0 ] [ 5 ]
 *              v     v         v       v     v     v   x     x
 *   out      [ 3 ] [ 1 ] ... [ 6 ]   [102] [100] [105]
 */
#include "check/04_blocks.h"

__global__ void add_block(int *out, const int *a, int n)
{
    // TODO(step 4): three lines
    (void)out, (void)a, (void)n;
}
