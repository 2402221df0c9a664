/* finds: missing-synchronize */
/* The event is recorded in the stream that waits, not in the one that copies. */
#include "../two_streams.h"

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
    cudaEventRecord(done, b);
    cudaStreamWaitEvent(b, done, 0);
    scale<<<4, 128, 0, b>>>(d_y, d_x, n); // HERE
}
