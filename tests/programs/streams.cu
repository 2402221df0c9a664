// Streams: chunks with a ragged tail (breadth and depth first), blocking and non-blocking streams
// against the default one, priorities, callbacks and host functions, events between streams.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <atomic>
#include <algorithm>
#include <cuda_runtime.h>

#define CHECK_CUDA(func)                                                       \
{                                                                              \
    cudaError_t status = (func);                                               \
    if (status != cudaSuccess) {                                               \
        fprintf(stderr, "CUDA API failed at line %d with error: %s (%d)\n",    \
               __LINE__, cudaGetErrorString(status), status);                  \
        return EXIT_FAILURE;                                                   \
    }                                                                          \
}

__global__ void work(float *a, int offset, int n)
{
  int i = offset + threadIdx.x + blockIdx.x*blockDim.x;
  if (i >= n) return;
  float x = (float)i;
  float s = sinf(x);
  float c = cosf(x);
  a[i] = a[i] + sqrtf(s*s+c*c);
}

__global__ void slow_set(volatile int *p, int value, int turns)
{
    for (volatile int i = 0; i < turns; i++) { }
    *p = value;
}
__global__ void copy_plus(const int *from, int *to, int add) { *to = *from + add; }

static std::atomic<int> calls{0};
static int order[4];
void CUDART_CB my_callback(cudaStream_t stream, cudaError_t status, void *data)
{
    (void)stream;
    if (status == cudaSuccess) order[calls++] = *(int *)data;
}
void CUDART_CB host_function(void *data) { order[calls++] = (int)(size_t)data; }

float maxError(float *a, int n)
{
  float maxE = 0;
  for (int i = 0; i < n; i++) maxE = std::max(maxE, fabsf(a[i]-1.0f));
  return maxE;
}

int main()
{
    const int blockSize = 256, nStreams = 4, n = 100000, streamSize = (n + nStreams - 1) / nStreams;
    const int bytes = n * sizeof(float);
    float *a, *d_a;
    CHECK_CUDA( cudaMallocHost((void**)&a, bytes) );
    CHECK_CUDA( cudaMalloc((void**)&d_a, bytes) );

    cudaEvent_t startEvent, stopEvent, dummyEvent;
    cudaStream_t stream[nStreams];
    CHECK_CUDA( cudaEventCreate(&startEvent) );
    CHECK_CUDA( cudaEventCreateWithFlags(&stopEvent, cudaEventBlockingSync) );
    CHECK_CUDA( cudaEventCreateWithFlags(&dummyEvent, cudaEventDisableTiming) );
    for (int i = 0; i < nStreams; ++i) CHECK_CUDA( cudaStreamCreate(&stream[i]) );

    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < n; i++) a[i] = 0;
        CHECK_CUDA( cudaEventRecord(startEvent, 0) );
        if (round == 0)
            for (int i = 0; i < nStreams; ++i) {
                int offset = i * streamSize, len = std::min(streamSize, n - offset);
                CHECK_CUDA( cudaMemcpyAsync(&d_a[offset], &a[offset], len * sizeof(float), cudaMemcpyHostToDevice,
                    stream[i]) );
                work<<<(len + blockSize - 1) / blockSize, blockSize, 0, stream[i]>>>(d_a, offset, offset + len);
                CHECK_CUDA( cudaMemcpyAsync(&a[offset], &d_a[offset], len * sizeof(float), cudaMemcpyDeviceToHost,
                    stream[i]) );
            }
        else {
            for (int i = 0, o = 0; i < nStreams; ++i, o += streamSize)
                CHECK_CUDA( cudaMemcpyAsync(d_a + o, a + o, std::min(streamSize, n - o) * sizeof(float),
                    cudaMemcpyHostToDevice, stream[i]) )
            for (int i = 0, o = 0; i < nStreams; ++i, o += streamSize)
                work<<<streamSize / blockSize + 1, blockSize, 0, stream[i]>>>(d_a, o, std::min(o + streamSize, n));
            for (int i = 0, o = 0; i < nStreams; ++i, o += streamSize)
                CHECK_CUDA( cudaMemcpyAsync(a + o, d_a + o, std::min(streamSize, n - o) * sizeof(float),
                    cudaMemcpyDeviceToHost, stream[i]) )
        }
        CHECK_CUDA( cudaEventRecord(stopEvent, 0) );      // the default stream waits for the others
        CHECK_CUDA( cudaEventSynchronize(stopEvent) );
        float ms = -1;
        CHECK_CUDA( cudaEventElapsedTime(&ms, startEvent, stopEvent) );
        if (maxError(a, n) > 1e-5f || ms < 0) {
            fprintf(stderr, "round %d: error %g, %g ms\n", round, maxError(a, n), ms); return 1; }
    }

    // a blocking stream and the default stream take turns in the order of the calls
    int *v, seen = 0;
    CHECK_CUDA( cudaMallocManaged(&v, 8 * sizeof(int)) );
    std::fill(v, v + 8, 0);
    slow_set<<<1, 1, 0, stream[0]>>>(v, 5, 3000000);
    copy_plus<<<1, 1>>>(v, v + 1, 10);
    copy_plus<<<1, 1, 0, stream[1]>>>(v + 1, v + 2, 100);
    CHECK_CUDA( cudaStreamSynchronize(stream[1]) );
    CHECK_CUDA( cudaMemcpy(&seen, v + 2, sizeof seen, cudaMemcpyDefault) );
    if (seen != 115) { fprintf(stderr, "default stream: %d\n", seen); return 1; }

    // non-blocking streams, joined by an event
    cudaStream_t high, low;
    int least, greatest, prio;
    CHECK_CUDA( cudaDeviceGetStreamPriorityRange(&least, &greatest) );
    CHECK_CUDA( cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest) );
    CHECK_CUDA( cudaStreamCreateWithFlags(&low, cudaStreamNonBlocking) );
    CHECK_CUDA( cudaStreamGetPriority(high, &prio) );
    if (least < greatest || prio != greatest) {
        fprintf(stderr, "priorities %d..%d, %d\n", least, greatest, prio); return 1; }
    unsigned flags = 77;
    CHECK_CUDA( cudaStreamGetFlags(low, &flags) );
    if (flags != cudaStreamNonBlocking) { fprintf(stderr, "flags %u\n", flags); return 1; }
    slow_set<<<1, 1, 0, low>>>(v + 3, 7, 3000000);
    CHECK_CUDA( cudaEventRecord(dummyEvent, low) );
    CHECK_CUDA( cudaStreamWaitEvent(high, dummyEvent, 0) );
    copy_plus<<<1, 1, 0, high>>>(v + 3, v + 4, 1);
    CHECK_CUDA( cudaStreamSynchronize(high) );
    if (v[4] != 8) { fprintf(stderr, "after the event: %d\n", v[4]); return 1; }

    // host code in stream order
    int one = 1;
    slow_set<<<1, 1, 0, low>>>(v + 5, 1, 1000000);
    CHECK_CUDA( cudaStreamAddCallback(low, my_callback, &one, 0) );
    slow_set<<<1, 1, 0, low>>>(v + 5, 2, 1000000);
    CHECK_CUDA( cudaLaunchHostFunc(low, host_function, (void *)2) );
    CHECK_CUDA( cudaStreamSynchronize(low) );
    if (calls != 2 || order[0] != 1 || order[1] != 2) {
        fprintf(stderr, "%d calls: %d %d\n", calls.load(), order[0], order[1]); return 1; }
    CHECK_CUDA( cudaStreamQuery(low) );
    CHECK_CUDA( cudaEventQuery(dummyEvent) );

    // destroyed while it has work: the work is done all the same
    slow_set<<<1, 1, 0, high>>>(v + 6, 42, 2000000);
    CHECK_CUDA( cudaStreamDestroy(high) );
    CHECK_CUDA( cudaStreamDestroy(low) );
    for (cudaStream_t s : stream) CHECK_CUDA( cudaStreamDestroy(s) );
    copy_plus<<<1, 1, 0, cudaStreamLegacy>>>(v, v + 7, 0);
    copy_plus<<<1, 1, 0, cudaStreamPerThread>>>(v, v + 7, 0);
    CHECK_CUDA( cudaDeviceSynchronize() );
    if (v[6] != 42 || v[7] != 5) { fprintf(stderr, "after the end: %d %d\n", v[6], v[7]); return 1; }
    CHECK_CUDA( cudaEventDestroy(startEvent) ); CHECK_CUDA( cudaEventDestroy(stopEvent) );
    CHECK_CUDA( cudaEventDestroy(dummyEvent) );
    CHECK_CUDA( cudaFreeHost(a) ); CHECK_CUDA( cudaFree(d_a) ); CHECK_CUDA( cudaFree(v) );
    return EXIT_SUCCESS;
}
