/* finds: out-of-bounds */
/* Shortest paths: more threads than vertices, and nothing stops the others. */
__global__ void relax(const int *off, const int *to, int *distance, int *changed, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = atomicMin(&distance[v], 1 << 20);                // HERE
    for (int e = off[v]; mine < 1 << 20 && e < off[v + 1]; e++) // HERE
        if (atomicMin(&distance[to[e]], mine + 1) > mine + 1)   // HERE
            atomicExch(changed, 1);
}

#include "../main_paths.h"
