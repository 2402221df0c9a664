// Streams and events used wrongly: null handles, events that were not recorded, times without
// timing, devices; and what is right although it looks wrong.
#include <cstring>
#include <iostream>
#include <cuda_runtime.h>

static int bad;
struct Check {
    int line; const char *text;
    void operator()(cudaError_t got, cudaError_t want)
    {
        cudaGetLastError();
        if (got == want) return;
        std::cerr << "line " << line << ": " << text << ": " << cudaGetErrorName(got) << ", expected "
            << cudaGetErrorName(want) << "\n";
        bad = 1;
    }
};
#define EXPECT(want, ...) Check{__LINE__, #__VA_ARGS__}(__VA_ARGS__, want)

__global__ void nothing() {}

int main()
{
    cudaStream_t s;
    cudaEvent_t a, b, no_timing;
    float ms = -1;
    EXPECT(cudaSuccess, cudaStreamCreate(&s));
    EXPECT(cudaSuccess, cudaEventCreate(&a));
    EXPECT(cudaSuccess, cudaEventCreate(&b));
    EXPECT(cudaSuccess, cudaEventCreateWithFlags(&no_timing, cudaEventDisableTiming));

    // never recorded: complete, but without a time
    EXPECT(cudaSuccess, cudaEventQuery(a));
    EXPECT(cudaSuccess, cudaEventSynchronize(a));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, a, b));
    EXPECT(cudaSuccess, cudaEventRecord(a));
    EXPECT(cudaSuccess, cudaEventSynchronize(a));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, a, b));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, b, a));
    EXPECT(cudaSuccess, cudaStreamWaitEvent(s, b, 0));

    EXPECT(cudaSuccess, cudaEventRecord(no_timing, s));
    EXPECT(cudaSuccess, cudaEventRecord(b, s));
    EXPECT(cudaSuccess, cudaStreamSynchronize(s));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, a, no_timing));
    EXPECT(cudaSuccess, cudaEventElapsedTime(&ms, a, b));
    if (ms < 0) { std::cerr << ms << " ms between a and b\n"; bad = 1; }
    EXPECT(cudaSuccess, cudaEventElapsedTime(&ms, b, a));
    if (ms > 0) { std::cerr << ms << " ms between b and a\n"; bad = 1; }

    EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(NULL));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventQuery(nullptr));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventSynchronize(nullptr));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventDestroy(0));
    EXPECT(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(s, nullptr, 0));
    EXPECT(cudaErrorInvalidResourceHandle, cudaStreamDestroy(0));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, nullptr, b));
    EXPECT(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&s, 0x8000));
    EXPECT(cudaErrorInvalidValue, cudaEventCreateWithFlags(&a, 0x8000));
    EXPECT(cudaErrorInvalidValue, cudaStreamCreate(nullptr));
    EXPECT(cudaErrorInvalidValue, cudaEventCreate((cudaEvent_t *)NULL));

    // the default stream is always there
    EXPECT(cudaSuccess, cudaStreamSynchronize(0));
    EXPECT(cudaSuccess, cudaStreamQuery(NULL));
    nothing<<<1, 1, 0, s>>>();
    EXPECT(cudaSuccess, cudaGetLastError());
    EXPECT(cudaSuccess, cudaStreamDestroy(s));
    EXPECT(cudaSuccess, cudaEventDestroy(a));
    EXPECT(cudaSuccess, cudaEventDestroy(b));
    EXPECT(cudaSuccess, cudaEventDestroy(no_timing));

    // destroyed: no handle any more. CUDA's runtime ends the program (Segmentation fault)
    cudaDeviceProp card;
    EXPECT(cudaSuccess, cudaGetDeviceProperties(&card, 0));
    if (strncmp(card.name, "CPU", 3))
        return bad;
    EXPECT(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(s));
    EXPECT(cudaErrorInvalidResourceHandle, cudaStreamDestroy(s));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(a));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventQuery(a));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventSynchronize(a));
    EXPECT(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(0, a, 0));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, a, b));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventDestroy(a));

    // nor are those from before a reset
    EXPECT(cudaSuccess, cudaStreamCreate(&s));
    EXPECT(cudaSuccess, cudaEventCreate(&a));
    EXPECT(cudaSuccess, cudaDeviceReset());
    EXPECT(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(s));
    EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(a));
    EXPECT(cudaSuccess, cudaDeviceSynchronize());
    return bad;
}
