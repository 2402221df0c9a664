/* finds: race */
/* Thread 0 loads what others change, and then changes it itself, by an atomic too. */
#include "../host.h"

__global__ void first_seen(int *count, int *seen)
{
    seen[threadIdx.x] = count[threadIdx.x]; // HERE
    atomicAdd(&count[0], 1);                // HERE
}

int main(void)
{
    first_seen<<<1, 32>>>(zeros<int>(32), unset<int>(32));
    return end();
}
