/* Does a GPU serve here? Status 42 if it adds two vectors; else 1, and a line that says why not.
 * `make grade` asks before a class, which also has the driver make its devices in /dev; the doctor
 * asks in the sandbox. It needs the libraries that runners need. */
#include <cuda_runtime.h>
#ifdef BUILT_FOR_GPU
#include <cublas_v2.h>
#endif
#include <stdio.h>

#define N 1000

__global__ void add(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

static cudaError_t add_on_device(float *c, const float *a, const float *b)
{
    float *device;
    cudaError_t error = cudaMalloc(&device, 3 * N * sizeof(*device));

    if (error != cudaSuccess)
        return error;
    cudaMemcpy(device, a, N * sizeof(*a), cudaMemcpyHostToDevice);
    cudaMemcpy(device + N, b, N * sizeof(*b), cudaMemcpyHostToDevice);
    add<<<(N + 255) / 256, 256>>>(device + 2 * N, device, device + N, N);
    cudaMemcpy(c, device + 2 * N, N * sizeof(*c), cudaMemcpyDeviceToHost);
    cudaFree(device);
    return cudaGetLastError();
}

int main(void)
{
    static float a[N], b[N], c[N];
    int wrong = 0;

#ifdef BUILT_FOR_GPU
    int version; /* asked so that the linker keeps the library */
    cublasGetProperty(MAJOR_VERSION, &version);
#endif
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i + 1;
    }
    cudaError_t error = add_on_device(c, a, b);
    for (int i = 0; i < N; i++)
        wrong += c[i] != a[i] + b[i];
    if (error != cudaSuccess || wrong) {
        fprintf(stderr, "%s\n", error != cudaSuccess ? cudaGetErrorString(error) : "a wrong sum");
        return 1;
    }
    return 42;
}
