/* The same with fences and atomics for the whole system. */
__global__ void hand_over(int *data, int *flag, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence_system();
        atomicExch_system(flag, 1);
    } else {
        while (atomicAdd_system(flag, 0) == 0)
            ;
        __threadfence_system();
        *out = *data;
    }
}

#include "../main_hand_over.h"
