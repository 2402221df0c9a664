/* expects: gpu_ex61 WRONG .*launched in a stream of its own */
/* Very tall products (m > 4,096) run in cudaStreamPerThread "to overlap". Breaks: "A launcher
 * writes all of its output, nothing else, changes no input, launches on the default stream and
 * does not wait." */
#include "patch.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m > 4096)
        patch<4, 4>
            <<<tiles(m, n, 64, 64), dim3(16, 16), 0, cudaStreamPerThread>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
}
