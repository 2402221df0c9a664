/* finds: race */
/* Triangles of a graph: each vertex adds its own to one counter without an atomic. */
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

__global__ void triangles(const int *off, const int *to, unsigned *count)
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

int main(void)
{
    unsigned *count, result;
    int *d_offsets, *d_neighbours;
    make_graph();
    cudaMalloc(&d_offsets, sizeof offsets);
    cudaMalloc(&d_neighbours, sizeof neighbours);
    cudaMemcpy(d_offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(d_neighbours, neighbours, sizeof neighbours, cudaMemcpyHostToDevice);
    cudaMalloc(&count, sizeof *count);
    cudaMemset(count, 0, sizeof *count);
    triangles<<<4, 64>>>(d_offsets, d_neighbours, count);
    cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(count);
    cudaFree(d_offsets);
    cudaFree(d_neighbours);
    return result > 8 * n;
}
