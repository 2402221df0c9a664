/* expects: gpu_ex71 WRONG bins\[[0-9]+\] was never written */
/* A block of 128 threads looks after 128 bins of 256. */
#define histogram_ex71 histogram_ex71_right
#include "../../../solutions/histogram.cu"
#undef histogram_ex71

#define THREADS 128

__global__ void first_bins(unsigned *bins, const int *a, int n)
{
    __shared__ unsigned own[BINS];
    int t = threadIdx.x;

    own[t] = own[t + THREADS] = 0;
    __syncthreads();
    for (int i = t; i < n; i += THREADS)
        atomicAdd(&own[a[i] & (BINS - 1)], 1);
    __syncthreads();
    bins[t] = own[t];
}

void histogram_ex71(unsigned *d_bins, const int *d_a, int n)
{
    first_bins<<<1, THREADS>>>(d_bins, d_a, n);
}
