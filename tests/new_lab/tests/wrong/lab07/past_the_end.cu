/* expects: gpu_v1 WRONG wrote outside: element 1 (past|behind) the end of c */
/* Sets one bin more than there are to 0. */
#define histogram_v1 histogram_v1_right
#include "../../../solutions/histogram.cu"
#undef histogram_v1

void histogram_v1(unsigned *d_bins, const int *d_a, int n)
{
    histogram_v1_right(d_bins, d_a, n);
    CUDA_CHECK(cudaMemsetAsync(d_bins + BINS, 0, sizeof(*d_bins), 0));
}
