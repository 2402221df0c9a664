/* finds: missing-synchronize */
/* A copy to the device in one stream, the kernel that reads it in another. */
#include "../two_streams.h"

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);                                  // HERE
}
