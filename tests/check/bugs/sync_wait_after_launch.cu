/* finds: missing-synchronize */
/* The stream is made to wait after its kernel has been launched. */
#include "../two_streams.h"

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);                                  // HERE
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
}
