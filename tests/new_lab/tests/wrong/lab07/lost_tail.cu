/* expects: gpu_v1 WRONG n = 257: bins\[[0-9]+\] = .* 1 of 256 wrong */
/* Rounds the number of blocks down. */
#define histogram_v1 histogram_v1_right
#include "../../../solutions/histogram.cu"
#undef histogram_v1

void histogram_v1(unsigned *d_bins, const int *d_a, int n)
{
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof(*d_bins), 0));
    if (n >= BLOCK)
        histogram_v1_kernel<<<n / BLOCK, BLOCK>>>(d_bins, d_a, n);
}
