/* Launches relax() of the file that includes this until no distance changes: shortest paths. */
#include "graph.h"

int main(void)
{
    int *distance, *changed, far[n], more = 1;
    make_graph();
    for (int i = 0; i < n; i++)
        far[i] = 1 << 20;
    far[0] = 0;
    cudaMalloc(&distance, sizeof far);
    cudaMalloc(&changed, sizeof *changed);
    cudaMemcpy(distance, far, sizeof far, cudaMemcpyHostToDevice);
    for (int round = 0; more && round < n; round++) {
        cudaMemset(changed, 0, sizeof *changed);
        relax<<<4, 64>>>(d_off, d_to, distance, changed, n);
        cudaMemcpy(&more, changed, sizeof more, cudaMemcpyDeviceToHost);
    }
    cudaFree(distance);
    cudaFree(changed);
    free_graph();
    return more != 0;
}
