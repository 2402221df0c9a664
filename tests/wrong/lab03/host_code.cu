/* expects: gpu_ex32 WRONG .*crashed in host code \(segmentation fault\) */
/* Never launches: loops on the host over pointers of the device. */
#include "all_but_ex32.h"

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            d_c[i * n + j] = 0;
            for (int p = 0; p < k; p++)
                d_c[i * n + j] += d_a[i * k + p] * d_b[p * n + j];
        }
    }
}
