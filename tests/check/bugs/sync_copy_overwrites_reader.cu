/* finds: missing-synchronize */
/* A kernel reads what a copy in another stream overwrites. */
#include "../two_streams.h"

__global__ void twice(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i]; // HERE
}

static void work(void)
{
    cudaMemset(d_x, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    twice<<<4, 128, 0, b>>>(d_y, d_x, n);                                  // HERE
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
}
