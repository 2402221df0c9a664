/* expects: gpu_ex71 WRONG changed its input a: element \[[0-9]+\] was -?[0-9]+, is -?[0-9]+ */
/* Leaves the bins in place of the elements. */
#define histogram_ex71 histogram_ex71_right
#include "../../../solutions/histogram.cu"
#undef histogram_ex71

__global__ void to_bins(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] &= BINS - 1;
}

void histogram_ex71(unsigned *d_bins, const int *d_a, int n)
{
    histogram_ex71_right(d_bins, d_a, n);
    to_bins<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>((int *)d_a, n);
}
