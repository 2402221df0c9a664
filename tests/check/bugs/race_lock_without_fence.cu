/* finds: race */
/* No fence behind the taking of the lock: the load may run before it. */
__global__ void add(int *sum, int *lock, const int *x, int n)
{
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        if (threadIdx.x == 0) {
            while (atomicCAS(lock, 0, 1) != 0)
                ;
            *sum += x[i]; // HERE
            __threadfence();
            atomicExch(lock, 0);
        }
    }
}

#include "../main_add.h"
