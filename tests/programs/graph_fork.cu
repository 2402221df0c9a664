// A graph of three streams: a fork by an event, a join by two. The sum of both halves needs both.
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

__global__ void fill(int *a, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = value + i;
}

__global__ void twice(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= 2;
}

__global__ void add(int *c, const int *a, const int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] += a[i] + b[i];
}

int main()
{
    const int n = 300, blocks = 3, threads = 128;
    int *a, *b, *c, h[n];
    cudaStream_t s[3];
    cudaEvent_t fork, join[2];
    for (cudaStream_t &stream : s)
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    for (cudaEvent_t &event : join)
        CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CHECK(cudaMalloc(&a, sizeof h));
    CHECK(cudaMalloc(&b, sizeof h));
    CHECK(cudaMalloc(&c, sizeof h));

    cudaGraph_t graph;
    cudaGraphExec_t instance;
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamBeginCapture(s[0], cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemsetAsync(c, 0, sizeof h, s[0]));
    CHECK(cudaEventRecord(fork, s[0]));
    CHECK(cudaStreamWaitEvent(s[1], fork));
    CHECK(cudaStreamWaitEvent(s[2], fork, 0));
    CHECK(cudaStreamIsCapturing(s[2], &status));
    if (status != cudaStreamCaptureStatusActive)
        return 1;
    fill<<<blocks, threads, 0, s[1]>>>(a, n, 5);
    fill<<<blocks, threads, 0, s[2]>>>(b, n, 1000);
    twice<<<blocks, threads, 0, s[2]>>>(b, n);
    CHECK(cudaEventRecord(join[0], s[1]));
    CHECK(cudaEventRecord(join[1], s[2]));
    CHECK(cudaStreamWaitEvent(s[0], join[0]));
    CHECK(cudaStreamWaitEvent(s[0], join[1]));
    add<<<blocks, threads, 0, s[0]>>>(c, a, b, n);
    CHECK(cudaStreamEndCapture(s[0], &graph));
    CHECK(cudaStreamIsCapturing(s[2], &status));
    if (status != cudaStreamCaptureStatusNone)
        return 1;
    CHECK(cudaGraphInstantiateWithFlags(&instance, graph, 0));
    CHECK(cudaGraphDestroy(graph)); // the instance does not need it

    for (int i = 0; i < 3; i++)
        CHECK(cudaGraphLaunch(instance, s[i])); // one after the other, whatever the stream
    CHECK(cudaGraphExecDestroy(instance));      // and they still end
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        if (h[i] != 5 + i + 2 * (1000 + i)) {
            fprintf(stderr, "c[%d] = %d\n", i, h[i]);
            return 1;
        }
    for (int i = 0; i < 3; i++)
        CHECK(cudaStreamDestroy(s[i]));
    for (cudaEvent_t event : { fork, join[0], join[1] })
        CHECK(cudaEventDestroy(event));
    for (int *p : { a, b, c })
        CHECK(cudaFree(p));
    return 0;
}
