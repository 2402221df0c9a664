/* A value is handed from block to block. */
__global__ void hand_over(int *data, int *flag, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        atomicAdd(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0)
            ;
        __threadfence();
        *out = *data;
    }
}

#include "../main_hand_over.h"
