/* expects: gpu_v1 WRONG m, n, k = 33, 31, 147: nothing was written */
/* The worked kernel writes nothing: it cannot be "todo". */
#define resnet_layers_v1 resnet_layers_v1_right
#include "../../../solutions/resnet_layers.cu"
#undef resnet_layers_v1

void resnet_layers_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}
