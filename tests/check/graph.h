/* A graph on the device for the file that includes this: vertex v leads to to[e] for each e from
 * off[v] to off[v + 1] - 1. */
#include <stdlib.h>

static const int n = 200;
static int *d_off, *d_to;

static void make_graph(void)
{
    static int off[n + 1], to[4 * n];
    int edges = 0;
    srand(1);
    for (int v = 0; v < n; v++) {
        off[v] = edges;
        for (int k = 0; k < 1 + v % 4; k++)
            to[edges++] = rand() % n;
    }
    off[n] = edges;
    cudaMalloc(&d_off, sizeof off);
    cudaMalloc(&d_to, sizeof to);
    cudaMemcpy(d_off, off, sizeof off, cudaMemcpyHostToDevice);
    cudaMemcpy(d_to, to, sizeof to, cudaMemcpyHostToDevice);
}

static void free_graph(void)
{
    cudaFree(d_off);
    cudaFree(d_to);
}
