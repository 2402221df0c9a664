/* finds: race */
/* A kernel of a graph is watched as any other: its threads read what others of the block write. */
#include <stdio.h>

__global__ void shift(int *x)
{
    __shared__ int s[64];
    int i = threadIdx.x;
    s[i] = x[i];      // HERE
    x[i] = s[63 - i]; // HERE
}

int main(void)
{
    int *d, h[64];
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaStreamCreate(&stream);
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    shift<<<1, 64, 0, stream>>>(d);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&instance, graph, 0);
    cudaGraphLaunch(instance, stream);
    cudaGraphLaunch(instance, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaGraphExecDestroy(instance);
    cudaGraphDestroy(graph);
    cudaFree(d);
    cudaStreamDestroy(stream);
    return 0;
}
