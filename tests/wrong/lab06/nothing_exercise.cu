/* expects: gpu_ex62 todo TODO\(6\.2\) */
/* Nothing written at any size: the exercise has not been written yet. */
#include "all_but_ex62.h"

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}
