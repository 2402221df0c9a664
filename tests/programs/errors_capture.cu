// What is not allowed while a stream is captured, with the errors of CUDA 13.0 on an H200; and that each of
// them costs the capture, but not the stream.
#include <cstdio>
#include <cuda_runtime.h>

static int bad;

static void expect(int line, cudaError_t got, cudaError_t want)
{
    cudaGetLastError();
    if (got == want)
        return;
    fprintf(stderr, "line %d: %s, not %s\n", line, cudaGetErrorName(got), cudaGetErrorName(want));
    bad = 1;
}
#define EXPECT(call, want) expect(__LINE__, call, want)
#define OK(call)           expect(__LINE__, call, cudaSuccess)

__global__ void step(int *x) { x[threadIdx.x]++; }

static cudaStream_t stream;
static int *d;

static cudaError_t launch(cudaStream_t where)
{
    step<<<1, 32, 0, where>>>(d);
    return cudaGetLastError();
}

static void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal)
{
    OK(cudaStreamBeginCapture(stream, mode));
    OK(launch(stream));
}

static void lost(int line, cudaError_t want = cudaErrorStreamCaptureInvalidated)
{
    cudaGraph_t graph = (cudaGraph_t)&bad;
    cudaStreamCaptureStatus status;
    if (want == cudaErrorStreamCaptureInvalidated) {
        expect(line, cudaStreamIsCapturing(stream, &status), cudaSuccess);
        if (status != cudaStreamCaptureStatusInvalidated)
            expect(line, cudaErrorUnknown, cudaSuccess);
        expect(line, launch(stream), cudaErrorStreamCaptureInvalidated);
    }
    expect(line, cudaStreamEndCapture(stream, &graph), want);
    if (graph) {
        fprintf(stderr, "line %d: there is a graph\n", line);
        bad = 1;
    }
    expect(line, launch(stream), cudaSuccess);
}
#define LOST() lost(__LINE__)

static void waiting(cudaStream_t other)
{
    begin();
    EXPECT(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
    LOST();
    begin();
    EXPECT(cudaStreamQuery(stream), cudaErrorStreamCaptureUnsupported);
    LOST();
    begin(cudaStreamCaptureModeRelaxed);
    EXPECT(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    LOST();
    for (auto mode : { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal }) { // another one, of no capture
        begin(mode);
        EXPECT(cudaStreamSynchronize(other), cudaErrorStreamCaptureUnsupported);
        LOST();
        begin(mode);
        EXPECT(cudaStreamQuery(other), cudaErrorStreamCaptureUnsupported);
        LOST();
    }
    begin(cudaStreamCaptureModeRelaxed);
    OK(cudaStreamSynchronize(other));
    OK(cudaStreamQuery(other));
    cudaGraph_t graph;
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphDestroy(graph));
}

static void default_stream()
{
    int h;
    cudaStreamCaptureStatus status;
    EXPECT(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
    begin();
    EXPECT(cudaStreamIsCapturing(0, &status), cudaErrorStreamCaptureImplicit);
    OK(cudaStreamIsCapturing(stream, &status));
    if (status != cudaStreamCaptureStatusActive)
        bad = 1;
    EXPECT(launch(0), cudaErrorStreamCaptureImplicit);
    LOST();
    begin(cudaStreamCaptureModeRelaxed);
    EXPECT(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost), cudaErrorStreamCaptureImplicit);
    LOST();
}

static void memory()
{
    int *p;
    begin();
    EXPECT(cudaMalloc(&p, 4), cudaErrorStreamCaptureUnsupported);
    LOST();
    begin(cudaStreamCaptureModeThreadLocal);
    EXPECT(cudaFree(d), cudaErrorStreamCaptureUnsupported);
    LOST();
    begin(cudaStreamCaptureModeRelaxed);
    OK(cudaMalloc(&p, 4));
    cudaGraph_t graph;
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(p));
}

static void events(cudaStream_t other)
{
    cudaEvent_t event, outside;
    float ms;
    OK(cudaEventCreate(&event));
    OK(cudaEventCreate(&outside));
    OK(cudaEventRecord(outside, other));
    OK(cudaEventSynchronize(outside));
    begin();
    EXPECT(cudaStreamWaitEvent(stream, outside, 0), cudaErrorStreamCaptureIsolation);
    LOST();
    begin();
    OK(cudaEventRecord(event, stream));
    EXPECT(cudaEventElapsedTime(&ms, outside, event), cudaErrorCapturedEvent);
    OK(cudaEventElapsedTime(&ms, outside, outside)); // neither costs the capture
    EXPECT(cudaEventSynchronize(event), cudaErrorCapturedEvent);
    LOST();
    EXPECT(cudaEventElapsedTime(&ms, outside, event), cudaErrorInvalidValue);
    EXPECT(cudaEventQuery(event), cudaErrorInvalidValue);
    EXPECT(cudaStreamWaitEvent(other, event, 0), cudaErrorInvalidValue);
    begin();
    EXPECT(cudaEventQuery(outside), cudaErrorStreamCaptureUnsupported);
    LOST();
    begin(cudaStreamCaptureModeThreadLocal);
    EXPECT(cudaEventSynchronize(outside), cudaErrorStreamCaptureUnsupported);
    LOST();
    OK(cudaEventRecord(event, stream)); // it is an event as any other again
    OK(cudaEventSynchronize(event));
    begin();
    OK(cudaEventRecord(event, stream));
    OK(cudaStreamWaitEvent(other, event, 0));
    OK(launch(other));
    lost(__LINE__, cudaErrorStreamCaptureUnjoined);
    begin();
    OK(cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(event, stream));
    EXPECT(cudaStreamWaitEvent(other, event, 0), cudaErrorStreamCaptureMerge);
    LOST();
    cudaGraph_t graph;
    EXPECT(cudaStreamEndCapture(other, &graph), cudaErrorStreamCaptureInvalidated);
    OK(cudaEventDestroy(event));
    OK(cudaEventDestroy(outside));
}

static void ends(cudaStream_t other)
{
    cudaGraph_t graph;
    cudaGraphExec_t instance = 0;
    EXPECT(cudaStreamEndCapture(other, &graph), cudaErrorIllegalState);
    begin();
    EXPECT(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    OK(cudaStreamEndCapture(stream, nullptr)); // it has ended, and nobody has the graph
    EXPECT(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
    begin();
    OK(cudaStreamEndCapture(stream, &graph));
    EXPECT(cudaGraphInstantiate(nullptr, graph, 0), cudaErrorInvalidValue);
    EXPECT(cudaGraphInstantiate(&instance, nullptr, 0), cudaErrorInvalidValue);
    EXPECT(cudaGraphLaunch(nullptr, stream), cudaErrorInvalidValue);
    OK(cudaGraphDestroy(graph));
}

int main()
{
    cudaStream_t other;
    int h[32], n = 0;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    OK(cudaMalloc(&d, sizeof h));
    OK(cudaMemset(d, 0, sizeof h));
    waiting(other);
    n += 7;
    default_stream();
    n += 2;
    memory();
    n += 2;
    events(other);
    n += 6;
    ends(other);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    if (h[0] != n) {
        fprintf(stderr, "%d launches ran, not %d\n", h[0], n);
        bad = 1;
    }
    OK(cudaFree(d));
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(other));
    return bad;
}
