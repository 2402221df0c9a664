/* expects: gpu_v1 WRONG n = 1023, .*wrote outside: element 1 past the end of d_x */
/* The kernel gets bytes for elements. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    transfers_step(d_x, n + n / 4, ops, 0);
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
}
