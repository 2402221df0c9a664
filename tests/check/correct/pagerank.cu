/* PageRank: a vertex adds its share to its neighbours. */
__global__ void push(const int *off, const int *to, const float *rank, float *next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    float share = 0.85f * rank[v] / (off[v + 1] - off[v]);
    for (int e = off[v]; e < off[v + 1]; e++)
        atomicAdd(&next[to[e]], share);
}

#include "../main_pagerank.h"
