/* expects: gpu_ex62 WRONG crashed in host code \(segmentation fault\) */
/* Never launches: loops on the host over pointers of the device. */
#include "all_but_ex62.h"

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += __half2float(d_a[i * k + p]) * __half2float(d_b[p * n + j]);
            d_c[i * n + j] = __float2half(sum);
        }
    }
}
