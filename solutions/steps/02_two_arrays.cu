/* Step 2 of 10 - each thread reads, computes and writes: the answer.
 * handouts/steps/02_two_arrays.cu has the task. */
#include "check/02_two_arrays.h"

__global__ void twice_and_add(int *out, const int *a, const int *b)
{
    int t = threadIdx.x;

    out[t] = 2 * a[t] + b[t];
}
