/* finds: race */
/* A grid-stride loop that reads the right neighbour of what another thread overwrites. */
#include "../host.h"

__global__ void shift_left(int *x, int n)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += stride)
        x[i] = x[i + 1]; // HERE
}

int main(void)
{
    const int n = 3000;
    int *x = counted<int>(n);
    shift_left<<<4, 256>>>(x, n);
    return end();
}
