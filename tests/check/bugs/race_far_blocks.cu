/* finds: race */
/* Only blocks 0 and 65,536 meet. */
#include "../host.h"

__global__ void k(int *x)
{
    if (blockIdx.x % 65536 == 0)
        x[0] = blockIdx.x; // HERE
}

int main(void)
{
    int *x = unset<int>();
    k<<<65537, 1>>>(x);
    return end(at(x) % 65536);
}
