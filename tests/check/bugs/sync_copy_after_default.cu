/* finds: missing-synchronize */
/* The same, and the default stream was used before; the kernel only reads. */
#include "../two_streams.h"

static void work(void)
{
    cudaMemset(d_x, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);                                  // HERE
}
