/* Step 3 of 10 - more threads than elements
 *
 *   make step STEP=3               check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * Launched as add_ten<<<1, 32>>>(out, a, n): always 32 threads, but the arrays have only n
 * elements. Each element of out must be that of a plus 10. A thread without an element touches
 * nothing.
 *
 *   thread     0     1     2     3     4      5 ... 31      n = 5
 *   a        [ 3 ] [ 1 ] [ 4 ] [ 1 ] [ 5 ]
 *              v     v     v     v     v      x      x
 *   out      [13 ] [11 ] [14 ] [11 ] [15 ]
 */
#include "check/03_guard.h"

__global__ void add_ten(int *out, const int *a, int n)
{
    // TODO(step 3): three lines
    (void)out, (void)a, (void)n;
}
