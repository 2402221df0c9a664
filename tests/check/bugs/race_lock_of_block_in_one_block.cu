/* finds: race */
/* Two warps share a lock of their block; the first has no fence behind the taking. */
#include "../host.h"

__global__ void count(int *sum, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicExch_block(lock, 1) != 0)
            ;
        *sum += 1; // HERE
        __threadfence_block();
        atomicExch_block(lock, 0);
    } else if (threadIdx.x == 32) {
        while (atomicExch_block(lock, 1) != 0)
            ;
        __threadfence_block();
        *sum += 2; // HERE
        __threadfence_block();
        atomicExch_block(lock, 0);
    }
}

int main(void)
{
    int *d = zeros<int>(2);
    count<<<1, 64>>>(d, d + 1);
    return end(at(d) != 3);
}
