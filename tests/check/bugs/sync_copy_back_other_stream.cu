/* finds: missing-synchronize */
/* The copy back is in another stream than the kernel. */
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
    twice<<<4, 128, 0, a>>>(d_y, d_x, n);                                  // HERE
    cudaMemcpyAsync(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost, b); // HERE
}
