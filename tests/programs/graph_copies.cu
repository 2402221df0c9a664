// The nodes of NVIDIA's example of a captured reduction: copies from and to pageable memory, memsets,
// two kernels, a function of the host; timed with events outside of the graph.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = call;                                                                  \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

template <class T> __global__ void reduce(const T *in, double *out, int n)
{
    __shared__ double sum[128];
    int i = threadIdx.x;
    sum[i] = 0;
    for (int k = blockIdx.x * blockDim.x + i; k < n; k += gridDim.x * blockDim.x)
        sum[i] += in[k];
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (i < half)
            sum[i] += sum[i + half];
    }
    if (i == 0)
        out[blockIdx.x] = sum[0];
}

struct totals {
    const double *result;
    double all;
    int times;
};

static void add_up(void *data)
{
    totals *t = (totals *)data;
    t->all += *t->result;
    t->times++;
}

int main()
{
    const int n = 5000, blocks = 8;
    std::vector<float> h(n);
    float *in;
    double *partial, *out, result = 0;
    totals t = { &result, 0, 0 };
    cudaStream_t stream, other;
    cudaEvent_t start, stop, forked, joined;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreate(&other));
    for (cudaEvent_t *event : { &start, &stop, &forked, &joined })
        CHECK(cudaEventCreate(event));
    CHECK(cudaMalloc(&in, n * sizeof(float)));
    CHECK(cudaMalloc(&partial, blocks * sizeof(double)));
    CHECK(cudaMalloc(&out, sizeof(double)));

    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(forked, stream));
    CHECK(cudaStreamWaitEvent(other, forked, 0));
    CHECK(cudaMemcpyAsync(in, h.data(), n * sizeof(float), cudaMemcpyDefault, stream));
    CHECK(cudaMemsetAsync(partial, 0, blocks * sizeof(double), other));
    CHECK(cudaMemsetAsync(out, 0, sizeof(double), other));
    CHECK(cudaEventRecord(joined, other));
    CHECK(cudaStreamWaitEvent(stream, joined, 0));
    reduce<<<blocks, 128, 0, stream>>>(in, partial, n);
    reduce<double><<<1, 128, 0, stream>>>(partial, out, blocks);
    CHECK(cudaMemcpyAsync(&result, out, sizeof result, cudaMemcpyDefault, stream));
    CHECK(cudaLaunchHostFunc(stream, add_up, &t));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&instance, graph, 0));

    double wanted = 0;
    for (int round = 1; round <= 4; round++) {
        for (int i = 0; i < n; i++)
            wanted += h[i] = (i % 10) * round;
        CHECK(cudaEventRecord(start, stream));
        CHECK(cudaGraphLaunch(instance, stream));
        CHECK(cudaEventRecord(stop, stream));
        CHECK(cudaEventSynchronize(stop));
        float ms = -1;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        if (ms < 0 || t.times != round || t.all != wanted) {
            fprintf(stderr, "round %d: %d times, %g, not %g\n", round, t.times, t.all, wanted);
            return 1;
        }
    }
    size_t nodes;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    if (nodes != 7)
        return 1;
    CHECK(cudaGraphExecDestroy(instance));
    CHECK(cudaGraphDestroy(graph));
    for (cudaEvent_t event : { start, stop, forked, joined })
        CHECK(cudaEventDestroy(event));
    CHECK(cudaFree(in));
    CHECK(cudaFree(partial));
    CHECK(cudaFree(out));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaStreamDestroy(other));
    return 0;
}
