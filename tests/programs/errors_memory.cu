/* Wrong uses of memory are errors, at once, and do not stick: what came before and what comes after
 * them works. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <cuda_runtime.h>

static int bad = 0;
static void expect_(int line, const char *call, cudaError_t got, cudaError_t want)
{
    if (got != want) {
        fprintf(stderr, "line %d: %s: %s, expected %s\n", line, call, cudaGetErrorName(got), cudaGetErrorName(want));
        bad = 1;
    }
    cudaError_t left = cudaGetLastError();      /* every error is also the last error, and is cleared */
    if (want != cudaSuccess && left != want) {
        fprintf(stderr, "line %d: %s: the last error is %s\n", line, call, cudaGetErrorName(left));
        bad = 1;
    }
    if (cudaGetLastError() != cudaSuccess || cudaPeekAtLastError() != cudaSuccess) {
        fprintf(stderr, "line %d: %s: cudaGetLastError did not clear\n", line, call);
        bad = 1;
    }
}
#define EXPECT(want, call) expect_(__LINE__, #call, call, want)
#define FAILS(call) do { cudaError_t e_ = (call); if (e_ == cudaSuccess) { \
    fprintf(stderr, "line %d: %s succeeded\n", __LINE__, #call); bad = 1; } cudaGetLastError(); } while (0)

__constant__ float coefficients[4];
__device__ int variable;

int main()
{
    const size_t n = 1000, bytes = n * sizeof(int);
    int *d = NULL, *d2 = NULL, h[n], stack = 0, *pinned = NULL;
    for (size_t i = 0; i < n; i++) h[i] = i;
    int any_memory = 0;             /* some systems let a GPU use all of the host's memory */
    EXPECT(cudaSuccess, cudaDeviceGetAttribute(&any_memory, cudaDevAttrPageableMemoryAccess, 0));
    EXPECT(cudaSuccess, cudaMalloc(&d, bytes));
    EXPECT(cudaSuccess, cudaMalloc(&d2, bytes));
    EXPECT(cudaSuccess, cudaMallocHost(&pinned, bytes));
    EXPECT(cudaSuccess, cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice));

    /* the wrong way round */
    if (!any_memory) {
        FAILS(cudaMemcpy(d, h, bytes, cudaMemcpyDeviceToHost));
        FAILS(cudaMemcpy(h, d, bytes, cudaMemcpyHostToDevice));
        FAILS(cudaMemcpy(d, h, bytes, cudaMemcpyDeviceToDevice));
        FAILS(cudaMemset(&stack, 0, sizeof stack));
    }
    EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpy(d, h, bytes, (cudaMemcpyKind)17));
    EXPECT(cudaSuccess, cudaMemcpy(d2, d, bytes, cudaMemcpyDefault));

    /* nothing, nowhere, and too much */
    EXPECT(cudaSuccess, cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
    FAILS(cudaMemcpy(NULL, h, bytes, cudaMemcpyHostToDevice));
    FAILS(cudaMemcpy(d, NULL, bytes, cudaMemcpyHostToDevice));
    FAILS(cudaMemcpy(h, NULL, bytes, cudaMemcpyDeviceToHost));
    FAILS(cudaMemset(NULL, 0, bytes));
    FAILS(cudaMemset(d, 0, 1 << 30));
    FAILS(cudaMemcpy(d, h, 1 << 30, cudaMemcpyHostToDevice));
    FAILS(cudaMemcpy(d, h, (size_t)-4, cudaMemcpyHostToDevice));
    FAILS(cudaMemcpy(d2, d, 1 << 30, cudaMemcpyDeviceToDevice));
    FAILS(cudaMemcpy(d2 + n / 2, h, bytes, cudaMemcpyHostToDevice));
    FAILS(cudaMemcpy2D(d, 10, h, 40, 40, 3, cudaMemcpyHostToDevice));       /* a pitch below the width */
    FAILS(cudaMemcpyToSymbol(coefficients, h, 5 * sizeof(float)));
    FAILS(cudaMemcpyToSymbol(coefficients, h, 2 * sizeof(float), 3 * sizeof(float)));
    FAILS(cudaMemcpyFromSymbol(h, variable, sizeof variable, 4));
    EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(variable, h, sizeof(int), 0, cudaMemcpyDeviceToHost));

    /* sizes that no device has */
    int *huge = (int *)0x1234;
    FAILS(cudaMalloc(&huge, (size_t)-1));
    int count = -5;
    FAILS(cudaMalloc(&huge, count * sizeof(int)));
    EXPECT(cudaErrorMemoryAllocation, cudaMalloc(&huge, (size_t)1 << 46));
    FAILS(cudaMalloc((void **)NULL, 16));
    FAILS(cudaMallocHost((void **)&huge, (size_t)1 << 46));

    /* freeing what is not (or no longer) there */
    EXPECT(cudaSuccess, cudaFree(NULL));
    EXPECT(cudaSuccess, cudaFreeHost(NULL));
    EXPECT(cudaErrorInvalidValue, cudaFree(d + 1));
    EXPECT(cudaErrorInvalidValue, cudaFree(&stack));
    EXPECT(cudaErrorInvalidValue, cudaFree(h));
    EXPECT(cudaErrorInvalidValue, cudaFreeHost(h));
    FAILS(cudaFreeHost(d));
    FAILS(cudaFree(pinned + 1));
    EXPECT(cudaSuccess, cudaFree(d2));
    EXPECT(cudaErrorInvalidValue, cudaFree(d2));
    EXPECT(cudaSuccess, cudaFreeHost(pinned));
    EXPECT(cudaErrorInvalidValue, cudaFreeHost(pinned));

    EXPECT(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(h));
    EXPECT(cudaSuccess, cudaHostRegister(h, sizeof h, cudaHostRegisterDefault));
    EXPECT(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(h, sizeof h, cudaHostRegisterDefault));
    EXPECT(cudaSuccess, cudaHostUnregister(h));
    int *alias;
    FAILS(cudaHostGetDevicePointer((void **)&alias, &stack, 0));

    /* devices that are not there */
    int devices = 0;
    EXPECT(cudaSuccess, cudaGetDeviceCount(&devices));
    EXPECT(cudaErrorInvalidDevice, cudaSetDevice(devices));
    EXPECT(cudaErrorInvalidDevice, cudaSetDevice(-1));
    cudaDeviceProp prop;
    EXPECT(cudaErrorInvalidDevice, cudaGetDeviceProperties(&prop, devices + 7));
    EXPECT(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&stack, cudaDevAttrWarpSize, -3));
    cudaMemLocation elsewhere = { cudaMemLocationTypeDevice, 5 };
    EXPECT(cudaErrorInvalidDevice, cudaMemPrefetchAsync(d, 4, elsewhere, 0, 0));
    FAILS(cudaDeviceGetAttribute(&stack, (cudaDeviceAttr)98765, 0));
    FAILS(cudaGetDeviceCount(NULL));

    /* none of it did any harm */
    memset(h, 0, sizeof h);
    EXPECT(cudaSuccess, cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < n; i++)
        if (h[i] != (int)i) { fprintf(stderr, "h[%zu] = %d\n", i, h[i]); return 1; }
    EXPECT(cudaSuccess, cudaFree(d));
    EXPECT(cudaSuccess, cudaDeviceSynchronize());
    return bad;
}
