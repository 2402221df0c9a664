/* Step 6 of 10 - to the device and back
 *
 *   make step STEP=6               check it; HINT=1, HINT=2, HINT=3 show a hint
 *
 * `numbers` is an ordinary array of the host, which no kernel can read. Get memory of the device,
 * copy the numbers there, start the kernel, copy the result back over the numbers, and free the
 * memory.
 *
 *   host       [ 3 ] [ 1 ] [ 4 ]   numbers       [13 ] [11 ] [14 ]
 *                    |                                 ^
 *                 1  |  copy                        3  |  copy
 *                    v                                 |
 *   device     [ 3 ] [ 1 ] [ 4 ]   -- 2 kernel -> [13 ] [11 ] [14 ]
 */
#include "check/06_there_and_back.h"

__global__ void add_ten(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] += 10;
}

void add_ten_there(int *numbers, int n)
{
    // TODO(step 6): six lines
    (void)numbers, (void)n;
}
