/* expects: gpu_v1 WRONG n = 1023, .*changed its input x: .*, is -1\.69[0-9]*e\+38 */
/* Source and destination exchanged: the device sends what it happens to hold. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpy((float *)x, d_x, bytes, cudaMemcpyDeviceToHost);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
}
