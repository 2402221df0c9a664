/* finds: uninitialized */
/* Nobody has set the lock to 0 before its first taking. */
#include "../host.h"

__global__ void count(int *sum, int *lock)
{
    if (threadIdx.x == 0) {
        for (int tries = 0; tries < 9 && atomicExch(lock, 1) != 0; tries++) // HERE
            ;
        __threadfence();
        *sum = 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main(void)
{
    int *d = unset<int>(2);
    count<<<1, 32>>>(d, d + 1);
    return end(at(d) != 1);
}
