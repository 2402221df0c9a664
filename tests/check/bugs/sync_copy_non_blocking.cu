/* finds: missing-synchronize */
/* The same with streams that do not wait for the default stream either. */
#define FLAGS cudaStreamNonBlocking
#include "../two_streams.h"

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);                                  // HERE
}
