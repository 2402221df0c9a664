/* finds: missing-synchronize */
/* The event is recorded before the copy. */
#include "../two_streams.h"

static void work(void)
{
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);                                  // HERE
}
