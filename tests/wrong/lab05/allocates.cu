/* expects: gpu_ex51 WRONG n = 1023, .*allocates or frees memory */
/* only the CPU device can tell */
/* Allocates an array of its own on the device in each call. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    float *mine;

    if (cudaMalloc(&mine, n * sizeof(float)))
        return;
    transfers_ex51_right(y, x, d_x, n, ops);
    cudaFree(mine);
}
