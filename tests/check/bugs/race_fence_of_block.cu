/* finds: race */
/* The fence orders for threads of its own block only; the reader is of another. */
__global__ void hand_over(int *data, int *flag, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 42; // HERE
        __threadfence_block();
        atomicAdd(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0)
            ;
        __threadfence();
        *out = *data; // HERE
    }
}

#include "../main_hand_over.h"
