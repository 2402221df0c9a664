/* in the long tests, expects: gpu_ex51 ok */
/* goals: gpu_ex51 right half_way_waits.cu:9 */
/* Half way: waits after each step. */
#include "../../wrong/lab05/all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, 0);
    cudaStreamSynchronize(0);
    transfers_step(d_x, n, ops, 0);
    cudaStreamSynchronize(0);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}
