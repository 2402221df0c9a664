/* expects: gpu_ex62 todo TODO\(6\.2\) */
/* Nothing written at any size: the exercise has not been written yet. */
#define resnet_layers_ex62 resnet_layers_ex62_right
#include "../../../solutions/resnet_layers.cu"
#undef resnet_layers_ex62

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}
