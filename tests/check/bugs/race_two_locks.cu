/* finds: race */
/* Even and odd blocks take different locks for the same sum. */
#include "../host.h"

__global__ void add(int *sum, int *locks)
{
    int *lock = &locks[blockIdx.x % 2];
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum += 1; // HERE
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main(void)
{
    int *d = zeros<int>(3);
    add<<<20, 32>>>(d, d + 1);
    return end();
}
