/* expects: gpu_ex61 WRONG changed its input A: element \[4850\] */
/* C is right, but A is no longer what it was. */
#include "all_but_ex61.h"

__global__ void spoil(float *a, int m, int k)
{
    a[m * k - 1] += 1;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
    spoil<<<1, 1>>>((float *)d_a, m, k);
}
