/* expects: gpu_ex71 WRONG bins\[[0-9]+\] =  */
/* Does not set the bins to 0. */
#define histogram_ex71 histogram_ex71_right
#include "../../../solutions/histogram.cu"
#undef histogram_ex71

void histogram_ex71(unsigned *d_bins, const int *d_a, int n)
{
    histogram_ex71_kernel<<<GRID, BLOCK>>>(d_bins, d_a, n);
}
