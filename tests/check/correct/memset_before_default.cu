/* Blocking streams and the default stream wait for each other. */
#include "../two_streams.h"

static void work(void)
{
    cudaMemsetAsync(d_x, 0, n * sizeof(float), a);
    cudaMemset(d_y, 0, n * sizeof(float));
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);
}
