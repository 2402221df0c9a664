/* finds: missing-synchronize */
/* A memset in one stream, the kernel that reads it in another. */
#include "../two_streams.h"

static void work(void)
{
    cudaMemsetAsync(d_x, 0, n * sizeof(float), a); // HERE
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);          // HERE
}
