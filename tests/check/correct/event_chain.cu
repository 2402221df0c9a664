/* Three streams, each waits for the one before: the last knows of the first. */
#include "../two_streams.h"

static void work(void)
{
    cudaStream_t c;
    cudaStreamCreate(&c);
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);
    cudaEventRecord(done, b);
    cudaStreamWaitEvent(c, done, 0);
    cudaMemsetAsync(d_x, 0, n * sizeof(float), c);
    cudaMemcpyAsync(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost, c);
    cudaStreamDestroy(c);
}
