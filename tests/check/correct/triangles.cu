/* Triangles of a graph: each vertex adds its own to one counter. */
#include "../graph.h"

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
        atomicAdd(count, mine);
}

int main(void)
{
    make_graph();
    unsigned *count = zeros<unsigned>();
    triangles<<<4, 64>>>(d_off, d_to, count, n);
    return end(at(count) > 8 * n);
}
