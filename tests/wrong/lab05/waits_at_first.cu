/* in the long tests, expects: gpu_ex51 WRONG .*timed: y\[[0-9]+\] came after the launcher had */
/* Waits as long as somebody may look, and later no more. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    static int calls;

    if (n != 4096 || ++calls < 4) {
        transfers_ex51_right(y, x, d_x, n, ops);
        return;
    }
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, 0);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, 0);
}
