/* expects: gpu_ex61 WRONG m, n, k = 1[0-9]{3}, [0-9]+, [0-9]+: C */
/* The faster way for whole tiles asks for n and k only, and takes m for a multiple of 16, too. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int whole = n % 64 == 0 && k % 32 == 0 && m > 16;

    resnet_layers_ex61_right(d_c, d_a, d_b, whole ? m / 16 * 16 : m, n, k);
}
