/* PageRank: a vertex adds its share to its neighbours. */
#include "../graph.h"

__global__ void push(const int *off, const int *to, const float *rank, float *next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    float share = 0.85f * rank[v] / (off[v + 1] - off[v]);
    for (int e = off[v]; e < off[v + 1]; e++)
        atomicAdd(&next[to[e]], share);
}

int main(void)
{
    make_graph();
    float *rank = made<float>(n, [](int) { return 1.0f / n; }), *next = zeros<float>(n), sum = 0;
    push<<<4, 64>>>(d_off, d_to, rank, next, n);
    const float *result = in_host(next, n);
    for (int i = 0; i < n; i++)
        sum += result[i];
    return end(sum > 0.86f);
}
