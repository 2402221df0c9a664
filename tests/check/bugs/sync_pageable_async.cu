/* finds: missing-synchronize */
/* An asynchronous copy from pageable memory has been read, not written, when it returns. */
#include "../two_streams.h"

static void work(void)
{
    float *pageable = new float[n]();
    cudaMemcpyAsync(d_x, pageable, n * sizeof(float), cudaMemcpyHostToDevice, a); // HERE
    scale<<<4, 128, 0, b>>>(d_y, d_x, n);                                         // HERE
    cudaDeviceSynchronize();
    delete[] pageable;
}
