/* expects: gpu_v1 WRONG n = 257: nothing was written */
/* The worked kernel writes nothing: it cannot be "todo". */
#define histogram_v1 histogram_v1_right
#include "../../../solutions/histogram.cu"
#undef histogram_v1

void histogram_v1(unsigned *d_bins, const int *d_a, int n)
{
    (void)d_bins, (void)d_a, (void)n;
}
