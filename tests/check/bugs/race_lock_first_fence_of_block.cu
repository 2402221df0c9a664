/* finds: race */
/* The fence behind the taking by block 0, which comes first here, is only for its own block. */
#include "../host.h"

__global__ void count(int *sum, int *lock)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence_block();
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

int main(void)
{
    int *d = zeros<int>(2);
    count<<<2, 32>>>(d, d + 1);
    return end(at(d) != 3);
}
