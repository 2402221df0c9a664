/* PageRank: a vertex adds its share to its neighbours. */
#include <stdlib.h>

const int n = 200;
static int offsets[n + 1], neighbours[4 * n];

static void make_graph(void)
{
    int edges = 0;
    srand(1);
    for (int v = 0; v < n; v++) {
        offsets[v] = edges;
        for (int k = 0; k < 1 + v % 4; k++)
            neighbours[edges++] = rand() % n;
    }
    offsets[n] = edges;
}

__global__ void push(const int *off, const int *to, const float *rank, float *next)
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
    float *rank, *next, result[n], sum = 0;
    int *d_offsets, *d_neighbours;
    make_graph();
    cudaMalloc(&d_offsets, sizeof offsets);
    cudaMalloc(&d_neighbours, sizeof neighbours);
    cudaMemcpy(d_offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(d_neighbours, neighbours, sizeof neighbours, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++)
        result[i] = 1.0f / n;
    cudaMalloc(&rank, sizeof result);
    cudaMalloc(&next, sizeof result);
    cudaMemcpy(rank, result, sizeof result, cudaMemcpyHostToDevice);
    cudaMemset(next, 0, sizeof result);
    push<<<4, 64>>>(d_offsets, d_neighbours, rank, next);
    cudaMemcpy(result, next, sizeof result, cudaMemcpyDeviceToHost);
    for (float x : result)
        sum += x;
    cudaFree(rank);
    cudaFree(next);
    cudaFree(d_offsets);
    cudaFree(d_neighbours);
    return sum > 0.86f;
}
