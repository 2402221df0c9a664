/* Step 1 of 10 - each thread writes its number
 *
 *   make step STEP=1               check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * `number` is a kernel: the line number<<<1, n>>>(out) starts it in 1 block of n threads, and each
 * of them runs the same lines. Its own number, 0 to n - 1, is in threadIdx.x. Each thread writes
 * that number into its element of out.
 *
 *   thread     0     1     2     3     4      n = 5
 *              |     |     |     |     |
 *              v     v     v     v     v
 *   out      [ 0 ] [ 1 ] [ 2 ] [ 3 ] [ 4 ]
 */
#include "check/01_number.h"

__global__ void number(int *out)
{
    // TODO(step 1): one line
    (void)out;
}
