/* finds: race, warning */
/* Relaxations: distances are read plainly beside atomicMin. */
#define N 300

__global__ void step(int *dist, int *changed, int)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= N)
        return;
    int mine = dist[u]; // HERE
    for (int k = 1; k <= 7; k += 6) {
        int v = (u + k) % N, through = mine + k;
        if (through < dist[v]) {          // HERE
            atomicMin(&dist[v], through); // HERE
            atomicExch(changed, 1);
        }
    }
}

#include "../main_ring.h"
