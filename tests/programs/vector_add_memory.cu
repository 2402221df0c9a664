// One kernel, every kind of memory: pageable, pinned, mapped (zero copy), registered, managed.
#include <cuda.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                            \
{                                                                              \
    const cudaError_t error = call;                                            \
    if (error != cudaSuccess)                                                  \
    {                                                                          \
        fprintf(stderr, "Error: %s:%d, ", __FILE__, __LINE__);                 \
        fprintf(stderr, "code: %d, reason: %s\n", error,                       \
                cudaGetErrorString(error));                                    \
        exit(1);                                                               \
    }                                                                          \
}

__global__ void saxpy(int n, float a, const float * __restrict__ x, float * __restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

static void fill(float *x, float *y, int n)
{
    for (int i = 0; i < n; ++i) { x[i] = 0.5f * i; y[i] = 100.0f - i; }
}

static void verify(const char *name, const float *y, int n)
{
    for (int i = 0; i < n; ++i)
        if (!(fabsf(y[i] - (3.0f * (0.5f * i) + (100.0f - i))) <= 1e-2f)) {
            fprintf(stderr, "%s: y[%d] = %f\n", name, i, y[i]);
            exit(2);
        }
    printf("%s: Arrays match.\n\n", name);
}

int main(int argc, char **argv)
{
    (void)argc; (void)argv;
    int dev = 0;
    CHECK(cudaSetDeviceFlags(cudaDeviceMapHost));
    cudaDeviceProp deviceProp;
    CHECK(cudaGetDeviceProperties(&deviceProp, dev));
    CHECK(cudaSetDevice(dev));

    const int n = 1 << 16 | 13;
    const size_t nBytes = n * sizeof(float);
    dim3 block (256);
    dim3 grid  ((n + block.x - 1) / block.x);
    float *d_x, *d_y;
    CHECK(cudaMalloc(&d_x, nBytes));
    CHECK(cudaMalloc((float**)&d_y, nBytes));

    // pinned
    float *h_x, *h_y;
    CHECK(cudaMallocHost((void **)&h_x, nBytes));
    CHECK(cudaHostAlloc((void **)&h_y, nBytes, cudaHostAllocDefault));
    fill(h_x, h_y, n);
    CHECK(cudaMemcpyAsync(d_x, h_x, nBytes, cudaMemcpyHostToDevice, 0));
    CHECK(cudaMemcpyAsync(d_y, h_y, nBytes, cudaMemcpyHostToDevice));
    saxpy<<<32, 96>>>(n, 3.0f, d_x, d_y);
    CHECK(cudaPeekAtLastError());
    CHECK(cudaMemcpyAsync(h_y, d_y, nBytes, cudaMemcpyDeviceToHost));
    CHECK(cudaDeviceSynchronize());
    verify("pinned", h_y, n);
    CHECK(cudaFreeHost(h_x));
    CHECK(cudaFreeHost(h_y));

    // mapped: the kernel reads and writes the host's memory
    if (deviceProp.canMapHostMemory) {
        unsigned int flags = cudaHostAllocMapped | cudaHostAllocWriteCombined;
        float *m_x, *m_y, *dm_x, *dm_y;
        CHECK(cudaHostAlloc((void **)&m_x, nBytes, flags));
        CHECK(cudaHostAlloc((void **)&m_y, nBytes, cudaHostAllocMapped));
        fill(m_x, m_y, n);
        CHECK(cudaHostGetDevicePointer((void **)&dm_x, (void *)m_x, 0));
        CHECK(cudaHostGetDevicePointer((void **)&dm_y, (void *)m_y, 0));
        saxpy<<<grid, block>>>(n, 3.0f, dm_x, dm_y);
        CHECK(cudaDeviceSynchronize());
        verify("mapped", m_y, n);
        CHECK(cudaFreeHost(m_x));
        CHECK(cudaFreeHost(m_y));
    }

    // pageable, and registered afterwards
    float *p_x = (float *)malloc(nBytes), *p_y = (float *)malloc(nBytes);
    fill(p_x, p_y, n);
    CHECK(cudaHostRegister(p_x, nBytes, cudaHostRegisterDefault));
    CHECK(cudaMemcpy(d_x, p_x, nBytes, cudaMemcpyDefault));
    CHECK(cudaMemcpy(d_y, p_y, nBytes, cudaMemcpyHostToDevice));
    saxpy<<<grid, block>>>(n, 3.0f, d_x, d_y);
    memset(p_y, 0, nBytes);
    CHECK(cudaMemcpy(p_y, d_y, nBytes, cudaMemcpyDefault));
    verify("registered", p_y, n);
    CHECK(cudaHostUnregister(p_x));
    free(p_x);
    free(p_y);

    // managed
    float *x, *y;
    CHECK(cudaMallocManaged(&x, nBytes));
    CHECK(cudaMallocManaged((void **)&y, nBytes, cudaMemAttachGlobal));
    fill(x, y, n);
    saxpy <<< grid, block >>> (n, 3.0f, x, y);
    CHECK(cudaDeviceSynchronize());
    verify("managed", y, n);
    CHECK(cudaFree(x)); CHECK(cudaFree(y));
    CHECK(cudaFree(d_x)); CHECK(cudaFree(d_y));
    CHECK(cudaDeviceReset());
    return EXIT_SUCCESS;
}
