/* expects: gpu_ex71 WRONG bins\[[0-9]+\] =  */
/* Counts in a byte, which starts again after 255. */
#define histogram_ex71 histogram_ex71_right
#include "../../../solutions/histogram.cu"
#undef histogram_ex71

__global__ void keep_the_last_byte(unsigned *bins)
{
    bins[threadIdx.x] &= 255;
}

void histogram_ex71(unsigned *d_bins, const int *d_a, int n)
{
    histogram_ex71_right(d_bins, d_a, n);
    keep_the_last_byte<<<1, BINS>>>(d_bins);
}
