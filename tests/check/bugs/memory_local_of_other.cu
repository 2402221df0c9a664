/* finds: wrong-memory */
/* Thread 0 hands a pointer to its own local array to all of the block: on a GPU each of them finds
 * its own there. */
#include "../host.h"

__global__ void share(int *out)
{
    __shared__ int *first;
    int mine[2] = { (int)threadIdx.x + 1, 2 };

    if (threadIdx.x == 0)
        first = mine;
    __syncthreads();
    out[threadIdx.x] = first[threadIdx.x % 2] + mine[1]; // HERE
}

int main(void)
{
    int *x = unset<int>(32);
    share<<<1, 32>>>(x);
    return end();
}
