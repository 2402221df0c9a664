/* Step 7 of 10 - two dimensions
 *
 *   make step STEP=7               check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * A picture lies in memory row after row. Launched in blocks of dim3(8, 4), which is 8 threads in x
 * and 4 in y, and with enough of these blocks in x and in y to cover it. Each thread copies one
 * pixel to its place in the mirror: left and right change places, rows stay.
 *
 *            x   0     1     2                       0     1     2      width = 3, height = 2
 *   a   y 0    [ 3 ] [ 1 ] [ 4 ]      out   y 0    [ 4 ] [ 1 ] [ 3 ]
 *       y 1    [ 1 ] [ 5 ] [ 9 ]            y 1    [ 9 ] [ 5 ] [ 1 ]
 *
 *   in memory  [ 3 ] [ 1 ] [ 4 ] [ 1 ] [ 5 ] [ 9 ]: element 3 is x = 0, y = 1
 */
#include "check/07_picture.h"

__global__ void mirror(int *out, const int *a, int width, int height)
{
    // TODO(step 7): four lines
    (void)out, (void)a, (void)width, (void)height;
}
