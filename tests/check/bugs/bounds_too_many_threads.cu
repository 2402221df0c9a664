/* finds: out-of-bounds */
/* Shortest paths: more threads than vertices, and nothing stops the others. */
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

__global__ void relax(const int *off, const int *to, int *distance, int *changed)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = atomicMin(&distance[v], 1 << 20);                // HERE
    for (int e = off[v]; mine < 1 << 20 && e < off[v + 1]; e++) // HERE
        if (atomicMin(&distance[to[e]], mine + 1) > mine + 1)   // HERE
            atomicExch(changed, 1);
}

int main(void)
{
    int *distance, *changed, far[n], more = 1;
    int *d_offsets, *d_neighbours;
    make_graph();
    cudaMalloc(&d_offsets, sizeof offsets);
    cudaMalloc(&d_neighbours, sizeof neighbours);
    cudaMemcpy(d_offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(d_neighbours, neighbours, sizeof neighbours, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++)
        far[i] = 1 << 20;
    far[0] = 0;
    cudaMalloc(&distance, sizeof far);
    cudaMalloc(&changed, sizeof *changed);
    cudaMemcpy(distance, far, sizeof far, cudaMemcpyHostToDevice);
    for (int round = 0; more && round < n; round++) {
        cudaMemset(changed, 0, sizeof *changed);
        relax<<<4, 64>>>(d_offsets, d_neighbours, distance, changed);
        cudaMemcpy(&more, changed, sizeof more, cudaMemcpyDeviceToHost);
    }
    cudaFree(distance);
    cudaFree(changed);
    cudaFree(d_offsets);
    cudaFree(d_neighbours);
    return more != 0;
}
