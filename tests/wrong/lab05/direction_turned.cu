/* expects: gpu_ex51 WRONG n = 1023, .*invalid argument: .*argument */
/* on the CPU device: gpu_ex51 WRONG .*direction_turned.cu:9: .*: the target .* of the host */
/* The way there says DeviceToHost. */
#include "all_but_ex51.h"
void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyDeviceToHost, 0);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaDeviceSynchronize();
}
