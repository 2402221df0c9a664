/* in the long tests, expects: gpu_ex61 WRONG .*the launcher (waited|took) */
/* One row is computed on the host, from copies that wait, beside a kernel that does nothing. */
#include "all_but_ex61.h"

#include <stdlib.h>

__global__ void nothing()
{
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m > 1) {
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
        return;
    }
    float *a = (float *)malloc(k * sizeof(*a)), *b = (float *)malloc((size_t)k * n * sizeof(*b));
    float *c = (float *)calloc(n, sizeof(*c));
    cudaMemcpy(a, d_a, k * sizeof(*a), cudaMemcpyDeviceToHost);
    cudaMemcpy(b, d_b, (size_t)k * n * sizeof(*b), cudaMemcpyDeviceToHost);
    for (int p = 0; p < k; p++)
        for (int j = 0; j < n; j++)
            c[j] += a[p] * b[(size_t)p * n + j];
    cudaMemcpy(d_c, c, n * sizeof(*c), cudaMemcpyHostToDevice);
    nothing<<<1, 1>>>();
    free(a);
    free(b);
    free(c);
}
