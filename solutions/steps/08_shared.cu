/* Step 8 of 10 - shared memory and a barrier: the answer. handouts/steps/08_shared.cu has the task.
 */
#include "check/08_shared.h"

__global__ void reverse(int *a, int n)
{
    __shared__ int shared[64];
    int t = threadIdx.x;

    if (t < n)
        shared[t] = a[t];
    __syncthreads(); /* outside of the if: all threads come here */
    if (t < n)
        a[t] = shared[n - 1 - t];
}
