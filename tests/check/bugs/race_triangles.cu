/* finds: race */
/* Triangles of a graph: each vertex adds its own to one counter without an atomic. */
__global__ void triangles(const int *off, const int *to, unsigned *count, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    unsigned mine = 0;
    for (int e = off[v]; e < off[v + 1]; e++)
        for (int f = off[to[e]]; f < off[to[e] + 1]; f++)
            for (int g = off[v]; g < off[v + 1]; g++)
                mine += to[g] == to[f];
    if (mine > 0)
        *count += mine; // HERE
}

#include "../main_triangles.h"
