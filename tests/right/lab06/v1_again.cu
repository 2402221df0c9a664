/* in the long tests, expects: gpu_ex61 ok */
/* goals: gpu_ex61 right */
/* v1 under the names of the exercises. */
#include "../../wrong/lab06/all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    resnet_layers_v1(d_c, d_a, d_b, m, n, k);
}
