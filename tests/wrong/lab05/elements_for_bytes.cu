/* in the long tests, expects: gpu_v1 WRONG n = 1023, .*y\[255\] = .*e\+3[78], made of the */
/* n instead of n * sizeof(float): a quarter goes there. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaMemcpy(d_x, x, n, cudaMemcpyHostToDevice);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpy(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
}
