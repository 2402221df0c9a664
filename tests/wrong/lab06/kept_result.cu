/* expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C.* of 1023 wrong */
/* From the third run in the same memory on it is the result of the run before. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static float *kept, *last_c;
    static size_t have;
    static int runs, last_m, last_n, last_k;
    size_t bytes = (size_t)m * n * sizeof(float);

    runs = last_c == d_c && last_m == m && last_n == n && last_k == k ? runs + 1 : 0;
    last_c = d_c, last_m = m, last_n = n, last_k = k;
    if (have < bytes) {
        cudaFreeAsync(kept, 0);
        cudaMallocAsync((void **)&kept, have = bytes, 0);
    }
    if (runs >= 2) {
        cudaMemcpyAsync(d_c, kept, bytes, cudaMemcpyDeviceToDevice, 0);
        return;
    }
    resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
    cudaMemcpyAsync(kept, d_c, bytes, cudaMemcpyDeviceToDevice, 0);
}
