/* finds: race */
/* memcpy in a kernel: each thread copies four elements to a place that overlaps its neighbour's. */
#include <string.h>
#include "../host.h"

__global__ void gather(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (3 * i + 4 <= n)
        memcpy(out + 3 * i, in + 4 * i, 4 * sizeof(int)); // HERE
}

int main(void)
{
    const int n = 100;
    int *x = counted<int>(2 * n), *y = unset<int>(n);
    gather<<<1, 64>>>(y, x, n);
    return end(at(y) != 0);
}
