/* finds: out-of-bounds */
/* The launch says nothing of dynamic shared memory. */
#include "../host.h"

__global__ void keep(float *out)
{
    extern __shared__ float kept[];
    kept[threadIdx.x] = threadIdx.x;      // HERE
    out[threadIdx.x] = kept[threadIdx.x]; // HERE
}

int main(void)
{
    keep<<<1, 32>>>(unset<float>(32));
    return end();
}
