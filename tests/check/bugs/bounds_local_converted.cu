/* finds: out-of-bounds */
/* Each thread reads one element behind an array of its own, to make an int of it. */
#include "../host.h"

__global__ void last(int *out, int n)
{
    float own[8];
    for (int i = 0; i < 8; i++)
        own[i] = (float)(i + threadIdx.x);
    out[threadIdx.x] = (int)own[n]; // HERE
}

int main(void)
{
    int *x = unset<int>(32);
    last<<<1, 32>>>(x, 8);
    return end();
}
