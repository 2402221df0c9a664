/* Step 9 of 10 - a sum
 *
 *   make step STEP=9               check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * Launched as sum<<<1, 64>>>(out, a, n), with n up to 64. out[0] must be the sum of a. In each
 * round half of the threads add the other half's numbers to theirs: 6 rounds for 64 numbers,
 * not 63. The picture has 8 threads, so 3 rounds.
 *
 *   shared            [ 3 ] [ 1 ] [ 4 ] [ 1 ] [ 5 ] [ 9 ] [ 0 ] [ 0 ]   n = 6: the rest is 0
 *   ---------------------------------------------------------------   all threads wait
 *   4 threads add     [ 8 ] [10 ] [ 4 ] [ 1 ]                          t: s[t] + s[t + 4]
 *   ---------------------------------------------------------------   all threads wait
 *   2 threads add     [12 ] [11 ]                                      t: s[t] + s[t + 2]
 *   ---------------------------------------------------------------   all threads wait
 *   1 thread adds     [23 ]                                            and writes out[0]
 */
#include "check/09_sum.h"

__global__ void sum(int *out, const int *a, int n)
{
    // TODO(step 9): ten lines
    (void)out, (void)a, (void)n;
}
