/* expects: gpu_ex51 WRONG n = 1023, .*0 bytes went to the device and 4092 came back */
/* only the CPU device can tell */
/* The kernel reads pinned x over the bus itself, instead of a copy. */
#include "all_but_ex51.h"
__global__ void from_the_host(float *d_x, const float *x, int n, int ops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        d_x[i] = transfers_element(x[i], ops);
}

#define THERE
#define STEP from_the_host<<<(n + 255) / 256, 256>>>(d_x, x, n, ops)
#include "whole.h"
