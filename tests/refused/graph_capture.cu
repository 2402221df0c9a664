/* refuses: (cudaGraph_t|cudaStreamBeginCapture|cudaGraphExec_t) is not available on the CPU device */
#include <stdio.h>

__global__ void step(float *x) { x[threadIdx.x] += 1; }

int main()
{
    cudaStream_t stream;
    cudaGraph_t graph; /* here */
    cudaGraphExec_t instance;
    float *d;
    cudaMalloc(&d, 128);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    step<<<1, 32, 0, stream>>>(d);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&instance, graph, 0);
    cudaGraphLaunch(instance, stream);
    cudaStreamSynchronize(stream);
    return 0;
}
