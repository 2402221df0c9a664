/* Step 2 of 10 - each thread reads, computes and writes
 *
 *   make step STEP=2               check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * Launched as twice_and_add<<<1, n>>>(out, a, b), with a thread for each element. Element by
 * element, out must be 2 a + b.
 *
 *   thread     0     1     2     3      n = 4
 *   a        [ 3 ] [ 1 ] [ 4 ] [ 2 ]
 *   b        [ 9 ] [ 5 ] [ 0 ] [ 7 ]
 *              v     v     v     v
 *   out      [15 ] [ 7 ] [ 8 ] [11 ]
 */
#include "check/02_two_arrays.h"

__global__ void twice_and_add(int *out, const int *a, const int *b)
{
    // TODO(step 2): two lines
    (void)out, (void)a, (void)b;
}
