/* Shortest paths by atomicMin until nothing changes. */
__global__ void relax(const int *off, const int *to, int *distance, int *changed, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    int mine = atomicMin(&distance[v], 1 << 20);
    for (int e = off[v]; mine < 1 << 20 && e < off[v + 1]; e++)
        if (atomicMin(&distance[to[e]], mine + 1) > mine + 1)
            atomicExch(changed, 1);
}

#include "../main_paths.h"
