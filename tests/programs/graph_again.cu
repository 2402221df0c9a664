// A graph keeps arguments and addresses, not what lies there: each launch finds the data of its time.
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

__constant__ int factor;

__global__ void scale(int *out, const int *in, int n, int shift)
{
    extern __shared__ int tile[];
    int i = threadIdx.x;
    if (i < n)
        tile[i] = in[i];
    __syncthreads();
    if (i < n)
        out[i] = factor * tile[n - 1 - i] + shift;
}

int main()
{
    const int n = 64;
    int *in, *out, *h, f = 3, shift = 7;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocHost(&h, n * sizeof(int)));
    CHECK(cudaMalloc(&in, n * sizeof(int)));
    CHECK(cudaMalloc(&out, n * sizeof(int)));
    CHECK(cudaMemcpyToSymbol(factor, &f, sizeof f));
    for (int i = 0; i < n; i++)
        h[i] = -1;

    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK(cudaMemcpyAsync(in, h, n * sizeof(int), cudaMemcpyHostToDevice, stream));
    scale<<<1, n, n * sizeof(int), stream>>>(out, in, n, shift);
    CHECK(cudaMemcpyAsync(h, out, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    shift = 1000000; // too late: arguments are taken when the launch is captured
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&instance, graph));
    if (h[0] != -1) // nothing has run yet
        return 1;

    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < n; i++)
            h[i] = 10 * round + i;
        f = round + 2;
        CHECK(cudaMemcpyToSymbol(factor, &f, sizeof f));
        CHECK(cudaGraphLaunch(instance, stream));
        CHECK(cudaStreamSynchronize(stream));
        for (int i = 0; i < n; i++)
            if (h[i] != f * (10 * round + n - 1 - i) + 7) {
                fprintf(stderr, "round %d: h[%d] = %d\n", round, i, h[i]);
                return 1;
            }
    }
    CHECK(cudaGraphExecDestroy(instance));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFreeHost(h));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaStreamDestroy(stream));
    return 0;
}
