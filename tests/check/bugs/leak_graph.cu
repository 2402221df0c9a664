/* finds: leak */
/* In each round a graph and its instance are made anew, and never destroyed. */
#include <stdio.h>

__global__ void step(int *x)
{
    x[threadIdx.x]++;
}

int main(void)
{
    int *d, h[32];
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    for (int i = 0; i < 3; i++) {
        cudaGraph_t graph;
        cudaGraphExec_t instance;
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        step<<<1, 32, 0, stream>>>(d);
        cudaStreamEndCapture(stream, &graph);      // HERE
        cudaGraphInstantiate(&instance, graph, 0); // HERE
        cudaGraphLaunch(instance, stream);
    }
    cudaStreamSynchronize(stream);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    cudaStreamDestroy(stream);
    return 0;
}
