/* Two branches of a graph, joined by an event before what needs both. It is launched in two streams
 * in turn: launches of one instance wait for each other. */
#include <stdio.h>

__global__ void fill(int *a, int value)
{
    a[threadIdx.x] = value;
}

__global__ void add(int *c, const int *a, const int *b)
{
    c[threadIdx.x] += a[threadIdx.x] + b[threadIdx.x];
}

int main(void)
{
    int *a, *b, *c, h[32];
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&c, sizeof h);
    cudaMemset(c, 0, sizeof h);
    cudaDeviceSynchronize();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    fill<<<1, 32, 0, s>>>(a, 1);
    fill<<<1, 32, 0, t>>>(b, 2);
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    add<<<1, 32, 0, s>>>(c, a, b);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&instance, graph, 0);
    cudaGraphLaunch(instance, s);
    cudaGraphLaunch(instance, t);
    cudaGraphLaunch(instance, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(instance);
    cudaGraphDestroy(graph);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    if (h[31] != 9)
        printf("%d\n", h[31]);
    return h[31] != 9;
}
