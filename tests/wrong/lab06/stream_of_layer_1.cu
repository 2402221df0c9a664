/* expects: gpu_ex61 ok */
/* on the CPU device: gpu_ex61 WRONG layer 1, .*, timed: launched in a stream of its own */
/* Only the first layer is launched in another stream: that is counted by the CPU device alone. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static cudaStream_t own;

    if (k != 147 || n != 64) {
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
        return;
    }
    if (!own)
        cudaStreamCreate(&own);
    product_kernel<float, 4, 4, 8, 8>
        <<<tiles(m, n, 32, 32), dim3(8, 8), 0, own>>>(d_c, d_a, d_b, m, n, k, 1);
}
