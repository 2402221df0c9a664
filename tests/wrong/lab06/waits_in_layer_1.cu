/* in the long tests, expects: gpu_ex61 ok */
/* on the CPU device: gpu_ex61 WRONG layer 1, .*, timed: the launcher waited */
/* only the CPU device can tell */
/* Waits in the first layer only, where it takes little time: that is counted by the CPU device
 * alone. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
    if (k == 147 && n == 64)
        cudaDeviceSynchronize();
}
