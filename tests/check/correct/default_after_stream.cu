/* What is in the default stream comes after all blocking streams, whichever was first. */
#include "../two_streams.h"

static void work(void)
{
    cudaMemset(d_x, 0, n * sizeof(float));
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    scale<<<4, 128>>>(d_y, d_x, n);
    cudaMemcpyAsync(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost, b);
}
