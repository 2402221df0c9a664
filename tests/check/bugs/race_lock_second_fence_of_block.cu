/* finds: race */
/* The fence behind the taking by block 1 is only for its own block. */
__global__ void count(int *sum, int *lock)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum += 1; // HERE
        __threadfence();
        atomicExch(lock, 0);
    } else if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence_block();
        *sum += 2; // HERE
        __threadfence();
        atomicExch(lock, 0);
    }
}

#include "../main_two_blocks.h"
