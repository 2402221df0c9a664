/* expects: gpu_ex61 ok */
/* on the CPU device: gpu_ex61 WRONG layer 2, m, n, k = 64, .*timed: each call leaves more behind */
/* Leaves an event behind in each call, at some shapes alone. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    cudaEvent_t event;

    if (m == n && m == k)
        cudaEventCreate(&event);
    resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
}
