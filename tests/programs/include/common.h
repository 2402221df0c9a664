/* What the shorter programs share: a header of a course's own, with guards as NVIDIA's samples have
 * them. */
#ifndef COMMON_H
#define COMMON_H
#include <stdio.h>
#include <stdlib.h>

/* Offered only to who has the runtime's headers, which nvcc includes by itself. */
#if defined(__DRIVER_TYPES_H__) && defined(__CUDA_RUNTIME_H__) && defined(__CUDACC__) && defined(__NVCC__)
static inline void sync_(const char *file, int line)
{
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(e));
        exit(1);
    }
}
#define SYNC() sync_(__FILE__, __LINE__)
#define EXPECT(got, want) do { if (!((got) == (want))) { \
    fprintf(stderr, "%s:%d: %s is not %s\n", __FILE__, __LINE__, #got, #want); exit(1); } } while (0)

template <typename T> T *managed(int n)
{
    T *p;
    if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess) exit(1);
    for (int i = 0; i < n; i++) p[i] = T();
    return p;
}
#endif
#endif
