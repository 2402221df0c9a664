// Launches that cannot be: each is an error of the launch alone, the kernel does not run, and the
// next good launch does. As a lab on error handling shows it.
#include <cstdio>
#include <cstdlib>

#define BLOCK_LIMIT 1024
static int failures = 0;

__global__ void count(int *p) { atomicAdd(p, 1); }
__global__ void touch(int *p) { extern __shared__ char s[]; s[threadIdx.x] = 1; if (threadIdx.x == 0) { *p += s[0]; } }
template <typename T> __global__ void shared_of(T *p) {
    extern __shared__ double d[]; d[threadIdx.x] = 3; if (!threadIdx.x) *p = T(d[0]); }

void expect(const char *what, cudaError_t got, cudaError_t want, cudaError_t or_else)
{
    if (got != want && got != or_else) {
        fprintf(stderr, "%s: %s, expected %s\n", what, cudaGetErrorName(got), cudaGetErrorName(want));
        failures++;
    }
}

#define LAUNCH_FAILS(want, also, ...)                                                 \
    do {                                                                              \
        __VA_ARGS__;                                                                  \
        expect(#__VA_ARGS__ " (peek)", cudaPeekAtLastError(), want, also);            \
        expect(#__VA_ARGS__ " (peek again)", cudaPeekAtLastError(), want, also);      \
        expect(#__VA_ARGS__, cudaGetLastError(), want, also);                         \
        expect(#__VA_ARGS__ " (get again)", cudaGetLastError(), cudaSuccess, cudaSuccess); \
        expect(#__VA_ARGS__ " (sync)", cudaDeviceSynchronize(), cudaSuccess, cudaSuccess); \
    } while (0)
#define BAD_ARGUMENT(...) LAUNCH_FAILS(cudaErrorInvalidValue, cudaErrorInvalidValue, __VA_ARGS__)
/* CUDA up to 12 says invalid configuration, CUDA 13.0 on an H200 invalid value. */
#define BAD_CONFIG(...) LAUNCH_FAILS(cudaErrorInvalidConfiguration, cudaErrorInvalidValue, __VA_ARGS__)

int main()
{
    int *d, h = -1;
    cudaMalloc(&d, sizeof(int));
    cudaMemset(d, 0, sizeof(int));
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);

    BAD_CONFIG((count<<<1, 2048>>>(d)));
    BAD_CONFIG((count<<<1, BLOCK_LIMIT + 1>>>(d)));
    BAD_CONFIG((count<<<1, dim3(32, 33)>>>(d)));
    BAD_CONFIG((count<<<1, dim3(1, 1, 65)>>>(d)));
    BAD_CONFIG((count<<<0, 32>>>(d)));
    BAD_CONFIG((count<<<32, 0>>>(d)));
    BAD_CONFIG((count<<<dim3(4, 0), 32>>>(d)));
    BAD_CONFIG((count<<<dim3(4, 4, 4), dim3(8, 8, 0)>>>(d)));
    int n = 0;
    BAD_CONFIG((count<<<(n + 255) / 256, 256>>>(d)));           // an empty vector
    BAD_CONFIG((count<<<1, -1>>>(d)));
    BAD_CONFIG((count<<<dim3(1, 65536), 1>>>(d)));
    BAD_CONFIG((count<<<dim3(1, 1, 70000), 1>>>(d)));
    BAD_CONFIG((count<<<-1, 1>>>(d)));
    BAD_CONFIG((touch<<<1, 32, prop.sharedMemPerBlockOptin + 1>>>(d)));
    BAD_ARGUMENT((touch<<<1, 32, 48 * 1024 + 1>>>(d)));

    void *args[] = { &d };
    expect("cudaLaunchKernel", cudaLaunchKernel((void *)count, dim3(1), dim3(4096), args, 0, 0),
           cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    expect("after it", cudaGetLastError(), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);

    // a failed launch is not undone by a good one, and does not undo it
    count<<<1, 5000>>>(d);
    count<<<1, 10>>>(d);
    expect("kept", cudaGetLastError(), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    if (h != 10) { fprintf(stderr, "%d threads ran, not 10\n", h); failures++; }

    // more dynamic shared memory, by asking for it
    int big = 60 * 1024;
    expect("opt-in", cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, big), cudaSuccess,
        cudaSuccess);
    touch<<<1, 32, big>>>(d);
    expect("60 KB", cudaGetLastError(), cudaSuccess, cudaSuccess);
    expect("60 KB, sync", cudaDeviceSynchronize(), cudaSuccess, cudaSuccess);
    expect("template", cudaFuncSetAttribute(shared_of<float>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            (int)prop.sharedMemPerBlockOptin), cudaSuccess, cudaSuccess);
    float *f = (float *)d;
    shared_of<<<1, 64, prop.sharedMemPerBlockOptin>>>(f);
    expect("all of it", cudaDeviceSynchronize(), cudaSuccess, cudaSuccess);
    expect("too much", cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            (int)prop.sharedMemPerBlockOptin + 1024),
           cudaErrorInvalidValue, cudaErrorInvalidValue);
    cudaGetLastError();
    touch<<<1, 32, 48 * 1024>>>(d);
    expect("48 KB", cudaDeviceSynchronize(), cudaSuccess, cudaSuccess);
    cudaFree(d);
    return failures != 0;
}
