// A loop of short kernels, captured once and launched as a graph: y = a x + y, 20 steps at a time.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = call;                                                                  \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

int main()
{
    const int n = 1000, steps = 20, launches = 5;
    float *x, *y, h[n];
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&x, sizeof h));
    CHECK(cudaMalloc(&y, sizeof h));
    for (int i = 0; i < n; i++)
        h[i] = i % 7;
    CHECK(cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(y, 0, sizeof h));

    bool made = false;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    for (int i = 0; i < launches; i++) {
        if (!made) {
            CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
            for (int step = 0; step < steps; step++)
                saxpy<<<(n + 255) / 256, 256, 0, stream>>>(n, 2, x, y);
            CHECK(cudaGetLastError());
            CHECK(cudaStreamEndCapture(stream, &graph));
            CHECK(cudaGraphInstantiate(&instance, graph, NULL, NULL, 0));
            made = true;
        }
        CHECK(cudaGraphLaunch(instance, stream));
        CHECK(cudaStreamSynchronize(stream));
    }
    size_t nodes;
    CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
    CHECK(cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        if (h[i] != 2 * (i % 7) * steps * launches) {
            fprintf(stderr, "y[%d] = %g\n", i, h[i]);
            return 1;
        }
    CHECK(cudaGraphExecDestroy(instance));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    CHECK(cudaStreamDestroy(stream));
    return nodes == steps ? 0 : 1;
}
