/* finds: out-of-bounds */
/* Each thread shifts by the element behind an array of its own. */
#include "../host.h"

__global__ void power(int *out, int n)
{
    int own[8];
    for (int i = 0; i < 8; i++)
        own[i] = i;
    out[threadIdx.x] = 1 << own[n]; // HERE
}

int main(void)
{
    int *x = unset<int>(32);
    power<<<1, 32>>>(x, 8);
    return end();
}
