/* expects: gpu_ex11 WRONG n = 257: nothing was written */
/* Computes once per size: what is timed afterwards is the output of the run before. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    static int last_n;

    if (n != last_n)
        vector_add_ex11_right(d_c, d_a, d_b, n);
    last_n = n;
}
