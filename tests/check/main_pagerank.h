/* Launches push() of the file that includes this: one step of PageRank. */
#include "graph.h"

int main(void)
{
    float *rank, *next, result[n], sum = 0;
    make_graph();
    for (int i = 0; i < n; i++)
        result[i] = 1.0f / n;
    cudaMalloc(&rank, sizeof result);
    cudaMalloc(&next, sizeof result);
    cudaMemcpy(rank, result, sizeof result, cudaMemcpyHostToDevice);
    cudaMemset(next, 0, sizeof result);
    push<<<4, 64>>>(d_off, d_to, rank, next, n);
    cudaMemcpy(result, next, sizeof result, cudaMemcpyDeviceToHost);
    for (float x : result)
        sum += x;
    cudaFree(rank);
    cudaFree(next);
    free_graph();
    return sum > 0.86f;
}
