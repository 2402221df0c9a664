/* A copy in one stream, its reader in another, an event between. */
#include "../two_streams.h"

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);
}
