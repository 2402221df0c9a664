/* finds: missing-synchronize */
/* Of two branches of a graph one reads what the other writes: the event that joins them comes after
 * both. On a GPU they may run side by side, at each launch of the graph. */
#include <stdio.h>

__global__ void fill(int *a, int value)
{
    a[threadIdx.x] = value; // HERE
}

__global__ void add(int *c, const int *a, const int *b)
{
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; // HERE
}

int main(void)
{
    int *a, *b, *c, h[32];
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&c, sizeof h);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    fill<<<1, 32, 0, s>>>(a, 1);
    fill<<<1, 32, 0, t>>>(b, 2); // HERE
    cudaEventRecord(join, t);
    add<<<1, 32, 0, s>>>(c, a, b); // HERE
    cudaStreamWaitEvent(s, join, 0);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&instance, graph, 0);
    cudaGraphLaunch(instance, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaGraphExecDestroy(instance);
    cudaGraphDestroy(graph);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    return 0;
}
