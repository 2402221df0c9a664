/* finds: race */
/* The last store comes after the lock was given back; volatile makes it no flag. */
#include "../host.h"

__global__ void move(volatile int *place, int *lock, int *seen)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    seen[blockIdx.x] = *place; // HERE
    __threadfence();
    atomicExch(lock, 0);
    if (blockIdx.x == 0)
        *place = 1; // HERE
}

int main(void)
{
    int *d = zeros<int>(4);
    move<<<2, 32>>>(d, d + 1, d + 2);
    return end(at(d, 2) != 0);
}
