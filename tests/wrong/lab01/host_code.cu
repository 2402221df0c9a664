/* expects: gpu_ex11 WRONG .*crashed in host code \(segmentation fault\) */
/* Never launches: a loop on the host over pointers of the device. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    for (int i = 0; i < n; i++)
        d_c[i] = d_a[i] + d_b[i];
}
