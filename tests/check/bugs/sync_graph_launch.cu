/* finds: missing-synchronize */
/* cudaGraphLaunch returns at once, as a launch does: the host reads what the graph's last copy may
 * not have written yet. */
#include <stdio.h>

__global__ void square(float *x)
{
    x[threadIdx.x] *= x[threadIdx.x];
}

int main(void)
{
    float *d, *h;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    cudaStreamCreate(&stream);
    cudaMalloc(&d, 32 * sizeof(float));
    cudaMallocHost(&h, 32 * sizeof(float));
    for (int i = 0; i < 32; i++)
        h[i] = i;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, h, 32 * sizeof(float), cudaMemcpyHostToDevice, stream);
    square<<<1, 32, 0, stream>>>(d);
    cudaMemcpyAsync(h, d, 32 * sizeof(float), cudaMemcpyDeviceToHost, stream); // HERE
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&instance, graph, 0);
    cudaGraphLaunch(instance, stream);
    printf("%g\n", h[3]); // HERE
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(instance);
    cudaGraphDestroy(graph);
    cudaFree(d);
    cudaFreeHost(h);
    cudaStreamDestroy(stream);
    return 0;
}
