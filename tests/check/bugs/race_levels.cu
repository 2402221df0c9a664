/* finds: race, warning */
/* Levels of a search: read plainly beside atomicCAS. */
#define N 300

__global__ void step(int *level, int *changed, int now)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= N)
        return;
    if (level[u] != now) // HERE
        return;
    for (int k = 1; k <= 7; k += 6)
        if (atomicCAS(&level[(u + k) % N], 1 << 20, now + 1) == 1 << 20) // HERE
            atomicExch(changed, 1);
}

#include "../main_ring.h"
