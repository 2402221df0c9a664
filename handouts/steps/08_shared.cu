/* Step 8 of 10 - shared memory and a barrier
 *
 *   make step STEP=8               check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * Launched as reverse<<<1, 64>>>(a, n), with n up to 64. Turn the array around where it is. A
 * thread that wrote at once would overwrite what another has not read yet. So all threads first put
 * their elements into an array that the block shares, wait for each other, and then write.
 *
 *   a          [ 3 ] [ 1 ] [ 4 ] [ 7 ]      n = 4
 *                v     v     v     v        each thread copies its element
 *   shared     [ 3 ] [ 1 ] [ 4 ] [ 7 ]
 *   ----------------------------------      all 64 threads wait here
 *   a          [ 7 ] [ 4 ] [ 1 ] [ 3 ]      each thread writes its element
 */
#include "check/08_shared.h"

__global__ void reverse(int *a, int n)
{
    // TODO(step 8): seven lines
    (void)a, (void)n;
}
