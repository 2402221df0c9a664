/* finds: race */
/* The fence behind the lock is for the block, the one before its release, too. */
__global__ void add(int *sum, int *lock, const int *x, int n)
{
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        if (threadIdx.x == 0) {
            while (atomicCAS(lock, 0, 1) != 0)
                ;
            __threadfence_block();
            *sum += x[i]; // HERE
            __threadfence_block();
            atomicExch(lock, 0);
        }
    }
}

#include "../main_add.h"
