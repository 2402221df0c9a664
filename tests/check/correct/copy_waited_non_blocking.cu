/* The same with streams that do not wait for the default stream. */
#define FLAGS cudaStreamNonBlocking
#include "../two_streams.h"

static void work(void)
{
    cudaMemset(d_x, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);
}
