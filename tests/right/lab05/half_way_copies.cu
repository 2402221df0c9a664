/* in the long tests, expects: gpu_ex51 ok */
/* goals: gpu_ex51 right half_way_copies.cu:10 */
/* Half way: the copy back waits by itself. */
#include "../../wrong/lab05/all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, 0);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpy(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
}
