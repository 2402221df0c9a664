/* expects: gpu_ex61 ok */
/* on the CPU device: gpu_ex61 WRONG m, n, k = 33, 31, 147: each call leaves more behind */
/* Computes in scratch memory that nobody frees. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    size_t bytes = (size_t)m * n * sizeof(float);
    float *scratch;

    cudaMallocAsync((void **)&scratch, bytes, 0);
    resnet_layers_ex61_right(scratch, d_a, d_b, m, n, k);
    cudaMemcpyAsync(d_c, scratch, bytes, cudaMemcpyDeviceToDevice, 0);
}
