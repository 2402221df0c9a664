/* refuses: cudaGraphAddKernelNode is not available on the CPU device */
#include <stdio.h>

__global__ void step(float *x) { x[threadIdx.x] += 1; }

int main()
{
    cudaGraph_t graph = 0;
    float *d;
    cudaMalloc(&d, 128);
    void *arguments[] = { &d };
    cudaGraphAddKernelNode(0, graph, 0, 0, arguments); /* here */
    return 0;
}
