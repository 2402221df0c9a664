/* Launches reversed() of the file that includes this: 64 threads (BLOCK), which copy past the
 * registers. */
#include <cuda_pipeline.h>
#include "host.h"

#define BLOCK 64

__global__ void reversed(int *out, int *in, int n);

int main(void)
{
    const int n = 2 * BLOCK;
    int *x = counted<int>(n), *y = unset<int>(n);
    reversed<<<1, BLOCK>>>(y, x, n);
    return end();
}
