/* Launches triangles() of the file that includes this, which counts those of a graph. */
#include "graph.h"

int main(void)
{
    unsigned *count, result;
    make_graph();
    cudaMalloc(&count, sizeof *count);
    cudaMemset(count, 0, sizeof *count);
    triangles<<<4, 64>>>(d_off, d_to, count, n);
    cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(count);
    free_graph();
    return result > 8 * n;
}
