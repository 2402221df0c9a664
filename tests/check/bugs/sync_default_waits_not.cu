/* finds: missing-synchronize */
/* cudaStreamSynchronize(0) does not wait for a stream that does not wait for the default stream. */
#define FLAGS cudaStreamNonBlocking
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
    twice<<<4, 128, 0, a>>>(x, d_x, n); // HERE
    cudaStreamSynchronize(0);
    x[1] = x[0]; // HERE
}
