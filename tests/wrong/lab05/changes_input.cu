/* expects: gpu_ex51 WRONG n = 1023, .*changed its input x: element \[0\] */
/* Brings the result back into x as well. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);

    transfers_ex51_right(y, x, d_x, n, ops);
    cudaMemcpy((float *)x, d_x, bytes, cudaMemcpyDeviceToHost);
}
