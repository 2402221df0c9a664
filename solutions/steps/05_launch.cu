/* Step 5 of 10 - the launch: the answer. handouts/steps/05_launch.cu has the task. */
#include "check/05_launch.h"

__global__ void add_ten(int *out, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = a[i] + 10;
}

void launch(int *out, const int *a, int n)
{
    int blocks = (n + 7) / 8; /* rounded up */

    add_ten<<<blocks, 8>>>(out, a, n);
}
