/* finds: race */
/* No fence behind the taking by block 0. Here it comes first; what if it comes second? */
__global__ void count(int *sum, int *lock)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *sum += 1; // HERE
        __threadfence();
        atomicExch(lock, 0);
    } else if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum += 2; // HERE
        __threadfence();
        atomicExch(lock, 0);
    }
}

#include "../main_two_blocks.h"
