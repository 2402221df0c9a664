/* Step 10 of 10 - a prefix sum
 *
 *   make step STEP=10              check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * Launched as prefix_sum<<<1, 64>>>(out, a, n), with n up to 64. out[i] must be a[0] + ... + a[i].
 * In each round a thread adds the number that stands 1, then 2, then 4, ... places to its left, if
 * there is one. Between reading and writing all threads must wait, and again before the next round
 * reads.
 *
 *   shared            [ 3 ] [ 1 ] [ 4 ] [ 1 ] [ 5 ]      n = 5
 *   ------------------------------------------------     all threads wait
 *   1 to the left     [ 3 ] [ 4 ] [ 5 ] [ 5 ] [ 6 ]      t: s[t] + s[t - 1]
 *   ------------------------------------------------     all threads wait
 *   2 to the left     [ 3 ] [ 4 ] [ 8 ] [ 9 ] [11 ]      t: s[t] + s[t - 2]
 *   ------------------------------------------------     all threads wait
 *   4 to the left     [ 3 ] [ 4 ] [ 8 ] [ 9 ] [14 ]      t: s[t] + s[t - 4]
 */
#include "check/10_prefix_sum.h"

__global__ void prefix_sum(int *out, const int *a, int n)
{
    // TODO(step 10): twelve lines
    (void)out, (void)a, (void)n;
}
