/* in the long tests, expects: gpu_ex11 WRONG (nothing was written|never written) */
/* Of calls that repeat a size, every other one launches nothing: the one that is timed without
 * copies. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    static int last_n, repeated;

    repeated = n == last_n ? repeated + 1 : 0;
    last_n = n;
    if (repeated % 2 == 0)
        vector_add_ex11_right(d_c, d_a, d_b, n);
}
