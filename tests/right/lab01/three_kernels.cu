/* in the long tests, expects: gpu_ex11 ok */
/* goals: gpu_ex11 right three_kernels.cu:20 */
/* Clears c, copies a into it and adds b: a memset, a copy within the device, two kernels. */
#include "../../wrong/lab01/all_but_ex11.h"

__global__ void add_b_from(float *c, const float *b, int first, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;

    if (i < n)
        c[i] = c[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    int blocks = ((n + 1) / 2 + 511) / 512;

    cudaMemsetAsync(d_c, 0, n * sizeof(float), 0);
    cudaMemcpyAsync(d_c, d_a, n * sizeof(float), cudaMemcpyDeviceToDevice, 0);
    add_b_from<<<blocks, 512>>>(d_c, d_b, 1, n);
    add_b_from<<<blocks, 512>>>(d_c, d_b, 0, n);
}
