/* finds: race */
/* The flag is set by an atomic of the block, and awaited by another block. */
__global__ void hand_over(int *data, int *flag, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 42; // HERE
        __threadfence();
        atomicAdd_block(flag, 1); // HERE
    } else {
        while (atomicAdd(flag, 0) == 0) // HERE
            ;
        __threadfence();
        *out = *data; // HERE
    }
}

#include "../main_hand_over.h"
