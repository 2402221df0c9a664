/* expects: gpu_ex61 WRONG m, n, k = 1, 300, 1200: (nothing was written|C.0..0. = ) */
/* on the CPU device: gpu_ex61 WRONG m, n, k = 1, 300, 1200: nothing was written */
/* K is cut into parts that are added to C, but C is not set to 0 before: poison stays poison. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (k < 1024)
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
    else
        run<float, 4, 4, 8, 8>(d_c, d_a, d_b, m, n, k, 4);
}
