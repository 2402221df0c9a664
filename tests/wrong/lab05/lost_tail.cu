/* in the long tests, expects: gpu_v1 WRONG n = 1023, .*y\[1022\] was never written */
/* One element too few comes back. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpy(y, d_x, bytes - sizeof(float), cudaMemcpyDeviceToHost);
}
