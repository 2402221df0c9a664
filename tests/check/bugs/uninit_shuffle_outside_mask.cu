/* finds: uninitialized */
/* The first half of a warp asks for the value of lane 20, which is not in the mask. */
#include "../host.h"

__global__ void pick(int *out)
{
    int v = (int)threadIdx.x;
    if (threadIdx.x < 16)
        v = __shfl_sync(0x0000ffff, v, 20); // HERE
    out[threadIdx.x] = v;
}

int main(void)
{
    int *out = unset<int>(32);
    pick<<<1, 32>>>(out);
    return end(at(out, 31) != 31);
}
