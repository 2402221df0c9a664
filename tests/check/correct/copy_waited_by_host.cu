/* The host waits for the copy between. */
#define FLAGS cudaStreamNonBlocking
#include "../two_streams.h"

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    cudaStreamSynchronize(a);
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);
}
